// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Arrays as the server sends them.  The layout: docs/viewer-protocol.md.

const HEAD = 20;
const VERSION = 1;
const FLAG_WIDE = 1;
const FLAG_APPROXIMATE = 2;
const FLAG_LAST = 4;

export const BUCKETS = 'FDRB';
export const HEAT = 'FDRH';

function roundUp(size) {
  return Math.ceil(size / 8) * 8;
}

/**
 * The frame at the beginning of `bytes`, and its size; null if it is not whole yet.  Throws for
 * bytes that are no frame.
 * @param {Uint8Array} bytes at a multiple of 8 in its buffer
 */
export function readFrame(bytes, magic) {
  if (bytes.length < HEAD) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD);
  const name = String.fromCharCode(...bytes.subarray(0, 4));
  if (name !== magic || head.getUint8(4) !== VERSION) throw new Error('the server sent no frame');
  const flags = head.getUint8(5);
  const fields = head.getUint16(6, true);
  const count = head.getUint32(8, true);
  const series = head.getUint32(12, true);
  const textLength = head.getUint32(16, true);
  const width = magic === HEAT ? 1 : flags & FLAG_WIDE ? 8 : 4;
  const numbers = series * count * (magic === HEAT ? 1 : fields);
  const size = roundUp(HEAD + textLength + numbers * width);
  if (bytes.length < size) return null;
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + textLength)));
  const frame = {
    ...json,
    isApproximate: (flags & FLAG_APPROXIMATE) !== 0,
    isLast: (flags & FLAG_LAST) !== 0,
  };
  const start = bytes.byteOffset + HEAD + textLength;
  if (magic === HEAT) frame.cells = new Uint8Array(bytes.buffer, start, numbers);
  else fillSeries(frame, bytes.buffer, start, width === 8 ? Float64Array : Float32Array);
  return { frame, size };
}

/** Gives each series an array for each field, without a copy. */
function fillSeries(frame, buffer, start, Numbers) {
  let at = start;
  for (const series of frame.series) {
    for (const field of frame.fields) {
      series[field] = new Numbers(buffer, at, frame.n);
      at += frame.n * Numbers.BYTES_PER_ELEMENT;
    }
  }
}

/** Puts arriving pieces together, and takes whole frames out. */
export class FrameReader {
  #bytes = new Uint8Array(0);
  #magic;

  constructor(magic) {
    this.#magic = magic;
  }

  /** @returns {object[]} the frames that this piece completes */
  add(piece) {
    const joined = new Uint8Array(this.#bytes.length + piece.length);
    joined.set(this.#bytes);
    joined.set(piece, this.#bytes.length);
    this.#bytes = joined;
    const frames = [];
    for (
      let read = readFrame(this.#bytes, this.#magic);
      read;
      read = readFrame(this.#bytes, this.#magic)
    ) {
      frames.push(read.frame);
      this.#bytes = this.#bytes.slice(read.size);
    }
    return frames;
  }

  get isEmpty() {
    return this.#bytes.length === 0;
  }
}
