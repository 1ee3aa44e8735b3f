// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/libpcp/program_objects.h"

#include <dlfcn.h>

#include <algorithm>
#include <string>

namespace fdr::libpcp {
namespace {

using Address = ElfW(Addr);

// 0 if the dynamic section has no such entry.
Address Entry(const link_map& object, decltype(ElfW(Dyn)::d_tag) tag) {
  for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == tag) return entry->d_un.d_ptr;
  return 0;
}

// The loader has added the object's place to most addresses, but not on every machine.
template <class T>
const T* Pointer(const link_map& object, decltype(ElfW(Dyn)::d_tag) tag) {
  const Address address = Entry(object, tag);
  if (address == 0) return nullptr;
  const Address place = address < object.l_addr ? address + object.l_addr : address;
  return reinterpret_cast<const T*>(place);  // NOLINT(performance-no-int-to-ptr)
}

std::vector<std::string_view> NeededLibraries(const link_map& object) {
  std::vector<std::string_view> names;
  const char* const strings = Pointer<char>(object, DT_STRTAB);
  if (strings == nullptr) return names;
  for (const ElfW(Dyn)* entry = object.l_ld; entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_NEEDED) names.emplace_back(strings + entry->d_un.d_val);
  return names;
}

std::string_view SoName(const link_map& object) {
  const char* const strings = Pointer<char>(object, DT_STRTAB);
  const Address at = Entry(object, DT_SONAME);
  return strings != nullptr && at != 0 ? std::string_view(strings + at) : std::string_view();
}

const link_map* FirstObject() {
  void* const program = dlopen(nullptr, RTLD_LAZY);
  link_map* first = nullptr;
  if (program != nullptr) dlinfo(program, RTLD_DI_LINKMAP, &first);
  return first;
}

unsigned long SymbolOf(ElfW(Xword) info) {
  return sizeof(void*) == 8 ? ELF64_R_SYM(info) : ELF32_R_SYM(static_cast<std::uint32_t>(info));
}

// A table of relocations, with or without addends.
struct Relocations {
  const char* first;
  std::size_t size, entry_size;
};

}  // namespace

std::vector<const link_map*> ProgramObjects() {
  std::vector<const link_map*> objects;
  const link_map* const program = FirstObject();
  if (program == nullptr) return objects;
  objects.push_back(program);
  for (std::size_t i = 0; i < objects.size(); ++i)
    for (const std::string_view name : NeededLibraries(*objects[i]))
      for (const link_map* object = program->l_next; object != nullptr; object = object->l_next)
        if (SoName(*object) == name && std::ranges::find(objects, object) == objects.end())
          objects.push_back(object);
  return objects;
}

void ForEachNeededSymbol(const link_map& object,
                         const std::function<bool(std::string_view symbol)>& tell) {
  const auto* const symbols = Pointer<ElfW(Sym)>(object, DT_SYMTAB);
  const auto* const strings = Pointer<char>(object, DT_STRTAB);
  if (symbols == nullptr || strings == nullptr) return;
  const bool has_addends = Entry(object, DT_PLTREL) != DT_REL;
  const Relocations tables[] = {
      {Pointer<char>(object, DT_JMPREL), Entry(object, DT_PLTRELSZ),
       has_addends ? sizeof(ElfW(Rela)) : sizeof(ElfW(Rel))},
      {Pointer<char>(object, DT_RELA), Entry(object, DT_RELASZ), sizeof(ElfW(Rela))},
      {Pointer<char>(object, DT_REL), Entry(object, DT_RELSZ), sizeof(ElfW(Rel))},
  };
  for (const Relocations& table : tables) {
    if (table.first == nullptr) continue;
    for (std::size_t at = 0; at + table.entry_size <= table.size; at += table.entry_size) {
      const auto* const entry = reinterpret_cast<const ElfW(Rel)*>(table.first + at);
      const ElfW(Sym)& symbol = symbols[SymbolOf(entry->r_info)];
      if (symbol.st_shndx != SHN_UNDEF || symbol.st_name == 0) continue;
      if (!tell(strings + symbol.st_name)) return;
    }
  }
}

}  // namespace fdr::libpcp
