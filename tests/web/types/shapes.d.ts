// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the modules of the page hand to each other.  The types are global, so that comments of the page name them
// without an import.  Answers of the server: docs/viewer-protocol.md.

type Address = import('../../../replay/serve/viewer/page/address.js').Address;
type App = import('../../../replay/serve/viewer/page/model/app.js').App;
type Catalogue = import('../../../replay/serve/viewer/page/data/catalogue.js').Catalogue;
type Client = import('../../../replay/serve/viewer/page/data/client.js').Client;
type Commands = import('../../../replay/serve/viewer/page/base/commands.js').Commands;
type Drawer = import('../../../replay/serve/viewer/page/drawer/drawer.js').Drawer;
type Explanation = import('../../../replay/serve/viewer/page/data/explanation.js').Explanation;
type FrameSet<F extends FrameHead> = import('../../../replay/serve/viewer/page/data/frame_set.js').FrameSet<F>;
type Leader = import('../../../replay/serve/viewer/page/actions/leader.js').Leader;
type Live = import('../../../replay/serve/viewer/page/model/live.js').Live;
type Navigation = import('../../../replay/serve/viewer/page/model/navigation.js').Navigation;
type Notes = import('../../../replay/serve/viewer/page/data/notes.js').Notes;
type NotesTab = import('../../../replay/serve/viewer/page/drawer/notes_tab.js').NotesTab;
type PanelView = import('../../../replay/serve/viewer/page/panels/panel_view.js').PanelView;
type Player = import('../../../replay/serve/viewer/page/model/player.js').Player;
type PlayheadValues = import('../../../replay/serve/viewer/page/playhead_values.js').PlayheadValues;
type Stage = import('../../../replay/serve/viewer/page/panels/stage.js').Stage;

/** Times are seconds since 1970. */
interface TimeWindow {
  from: number;
  to: number;
}

/** The first and the last stamp of a source. */
interface Extent {
  start: number;
  end: number;
}

/** Another time, or source, that charts show behind the present values. */
interface Comparison {
  source: string | null;
  shift: number;
}

// The state.

/**
 * `info` is empty, and `catalogue`, `window` and `playhead` are null, until the first source is open.  What may run
 * before has to test them; the compiler does not ask for it, since most code runs later.
 */
interface State {
  source: string;
  info: ShownSource;
  catalogue: Catalogue;
  panels: Panel[];
  isDefault: boolean;
  window: TimeWindow;
  playhead: number;
  cursor: number | null;
  selection: TimeWindow | null;
  compare: Comparison | null;
  zone: string;
  drawer: string;
  values: { t: number; byLabel: Values } | null;
  notes: Note[];
  explained: { answer: Explained | null; message: string } | null;
  finding: number | null;
  isPlaying: boolean;
  direction: number;
  speed: number;
  isLooping: boolean;
  isLive: boolean;
  clock: Clock | null;
}

/** Before a source is open. */
type FirstState = { [Field in keyof State]: Field extends 'info' ? {} : State[Field] | null };

/** What a link says; all of it may be missing. */
interface View
  extends Partial<Pick<State, 'source' | 'playhead' | 'selection' | 'compare' | 'zone' | 'drawer' | 'isLive'>> {
  window?: TimeWindow | null;
  panels?: NewPanel[] | null;
  layout?: string;
}

/** By the labels of series. */
type Values = Map<string, number | string | null>;

/** All values of a metric, or with `instance` those of one. */
interface Series {
  metric: string;
  instance: string | null;
}

interface ValueRange {
  low: number;
  high: number;
}

/** A series as a panel has it. */
interface PanelSeries extends Series {
  /** For the legend, with wildcards: given_names.js. */
  name?: string;
  /** "#rrggbb" */
  colour?: string;
}

interface PanelOptions {
  title: string;
  raw: boolean;
  view: string;
  /** The axis of values; null for one that fits them. */
  scale: ValueRange | null;
  /** "sum", "share" or "parts": series stand on top of each other. */
  stack: string;
  /** A metric that says how much there is in all; "" for none. */
  whole: string;
  /** Series that are zero all the time are left out. */
  nonzero: boolean;
  pinned: boolean;
  filter: string;
  order: string;
}

/** A panel that the page may show at first: names/groups.js. */
interface FirstPanel {
  title: string;
  rows: string[][];
  names?: string[];
  options?: Partial<PanelOptions>;
  isShare?: boolean;
  isWhole?: boolean;
  isInstead?: boolean;
}

/** From where on values are critical: data/critical.js. */
interface CriticalRule {
  sum?: string[];
  each?: string;
  of?: string;
  least?: number;
  below?: number;
}

/** A panel without a key, as a link has it. */
interface NewPanel extends Partial<PanelOptions> {
  series: PanelSeries[];
}

interface Panel extends PanelOptions {
  key: number;
  series: PanelSeries[];
}

interface Command {
  id: string;
  title: string;
  group: string;
  keys: string[];
  /** Its arguments and its result are its own. */
  run: (args?: any) => any;
  isHidden?: boolean;
}

interface NewCommand extends Omit<Command, 'keys'> {
  keys?: string[];
}

type MakeCommand = (id: string, title: string, keys: string[], run: Command['run']) => Command;

// Answers of the server.

/** Parameters of a request; null leaves one out. */
type Question = Record<string, string | number | null | undefined | (string | number)[]>;

interface AskOptions {
  signal?: AbortSignal;
  method?: string;
  body?: BodyInit;
}

type Ask<Answer> = (parameters: Question, options?: AskOptions) => Promise<Answer>;

interface Source extends Partial<Extent> {
  id: string;
  kind: string;
  host?: string;
  zone?: string;
  growing?: boolean;
  generation?: string;
  metrics?: number;
  archives?: number;
  bytes?: number;
  gaps?: [number, number][];
  marks?: number[];
  problems?: SourceProblem[];
  message?: string;
}

/** Something wrong in a file of an archive; `lost` are bytes. */
interface SourceProblem {
  file: string;
  offset: number;
  lost: number;
  text: string;
}

/** A source without a past begins when the page opens it. */
interface ShownSource extends Omit<Source, keyof Extent>, Extent {
  isArchive: boolean;
}

interface Match {
  m: string;
  oneline?: string;
  units: string;
  semantics: string;
  type: string;
  indom?: string;
  instances?: number;
  where: string;
  instance?: string;
  /** As "name=value". */
  label?: string;
}

/** A metric as /meta has it. */
interface Meta extends Omit<Match, 'where' | 'instance' | 'instances' | 'label'> {
  help?: string;
  labels?: Record<string, unknown>;
  instances?: { name: string }[];
}

interface Moment {
  t: number;
  indoms: Record<string, Record<string, string>>;
  metrics: MomentMetric[];
  missing: string[];
}

interface MomentMetric {
  m: string;
  /** Only of metrics with instances, which the numbers of the values name. */
  indom: string;
  rate: boolean;
  units: string;
  values: [number | null, number | string | null][];
}

/** A table of the instances of a domain. */
interface MomentTable {
  id: string;
  title: string;
  columns: { title: string; metrics: string[] }[];
  /** The column by which the rows are sorted at first. */
  sorted: number;
}

interface MomentRow {
  instance: string;
  cells: (number | string | null)[];
}

/** An answer of /states. */
interface StatesAnswer extends TimeWindow {
  generation?: string;
  missing?: string[];
  series: StatesOf[];
}

interface StatesOf {
  m: string;
  i?: string | null;
  /** From, to, the text, and how many runs became this one. */
  runs: [number, number, string | null, number?][];
}

/** A line of an answer of /diff, behind the first; docs/diff-json.md. */
interface Difference {
  metric: string;
  instance?: string;
  rate: boolean;
  units: string;
  distance: number;
  presence: 'both' | 'appeared' | 'gone';
  /** In the words of `fdr diff`: "x 12". */
  change: string;
  others: number;
  same: string[];
  mean_before: number | null;
  mean_after: number | null;
  before: { course: (number | null)[] } | null;
  after: { course: (number | null)[] } | null;
}

/** Times are texts, as in RFC 3339. */
interface ComparedWindow {
  start: string;
  end: string;
}

/** An answer of /diff. */
interface DiffAnswer {
  head: {
    before: ComparedWindow;
    after: ComparedWindow;
    series: number;
    different: number;
    processes: {
      resource: string;
      instance: string;
      instance_id: number;
      user: string;
      command: string;
      growth: number;
      units: string;
    }[];
    cpu: {
      by: string;
      units: string;
      shares: { name: string; before: number; after: number }[];
    }[];
  };
  rows: Difference[];
}

/** Seconds, and bytes. */
interface UsedAmounts {
  cpu: number;
  read: number;
  written: number;
}

interface UsageRow extends UsedAmounts {
  /** "" if nothing says it. */
  name: string;
  pid?: number;
  user?: string;
}

interface UsageTable {
  by: string;
  counted: boolean;
  /** Some have no row, and are in no sum. */
  cut: boolean;
  rows: UsageRow[];
  others: number;
  rest: UsedAmounts;
}

/** An answer of /usage. */
interface StretchUsage extends TimeWindow {
  unseen: UsedAmounts;
  tables: UsageTable[];
}

/** An answer of /why; docs/why-json.md. */
interface Explained extends Extent {
  findings: Finding[];
  looked_at: string[];
  not_looked_at: string[];
}

interface Finding extends Extent {
  cause: string;
  score: number;
  culprits: { sentence: string; program: string; user: string }[];
  /** The first one is the verdict. */
  evidence: { sentence: string }[];
  others: string;
}

/** `to` is null for a point in time. */
interface NewNote {
  t: number;
  to: number | null;
  text: string;
  author: string;
}

interface Note extends NewNote {
  id: string;
  made: number;
  /** It is kept in this browser. */
  isHere?: boolean;
}

interface Clock {
  writable: boolean;
  leads: boolean;
  port: number | null;
  programs: number;
}

// View files of pmchart.

interface ViewChart {
  title: string;
  style: string;
  scale: ValueRange | null;
  plots: ViewPlot[];
}

interface ViewPlot {
  /** Where the file has it. */
  line: number;
  metric: string;
  /** For the legend, with wildcards; "" for none. */
  name: string;
  /** As the file has it; "" for none. */
  colour: string;
  /** "*": the source. */
  host: string;
  /** Null: all instances. */
  choice: ViewChoice | null;
}

interface ViewChoice {
  kind: 'instance' | 'matching' | 'not-matching';
  text: string;
}

/** Where the series of a view are looked for. */
interface ViewSource {
  client: Client;
  id: string;
  host: string;
  catalogue: Catalogue;
}

/** What a source can show of a view. */
interface ShownView {
  panels: Panel[];
  /** What the source does not have. */
  missing: string[];
  /** Those that became lines. */
  styles: string[];
  /** Series beyond the limit of a panel. */
  surplus: number;
}

// Frames.  nameSeries() sets `step` and `query`, and the names of the series.

interface FrameHead extends TimeWindow {
  n: number;
  /** Seconds of a bucket. */
  step: number;
  query: string;
  generation?: string;
  /** The end of the source when the frame was asked for. */
  knownEnd?: number;
  isApproximate: boolean;
  isLast: boolean;
}

interface Frame extends FrameHead {
  fields: string[];
  series: FrameSeries[];
  missing?: string[];
}

/** What a panel shows of a frame: data/panel_values.js. */
interface ShapedFrame extends Frame {
  /** As the server sent it. */
  raw: Frame;
  /** Where a line is to be drawn. */
  whole: FrameSeries | null;
  /** Shares of time are parts of a whole. */
  isOfWhole: boolean;
}

type Numbers = Float32Array | Float64Array;

interface FrameSeries extends Series {
  m: string;
  i?: string;
  label: string;
  /** What the values are, if they are not those of the metric: data/panel_values.js. */
  formula?: string;
  rate: boolean;
  units: string;
  min: Numbers;
  max: Numbers;
  avg: Numbers;
  count: Numbers;
}

/** A series as it is drawn. */
interface StyledSeries extends FrameSeries {
  colour: string;
  dash: number[];
}

/** A series on top of others: its values are its upper edge. */
type Layer<One extends FrameSeries> = One & { low: Numbers };

interface HeatFrame extends FrameHead {
  m: string;
  rate: boolean;
  units: string;
  low: number;
  high: number;
  rows: { i?: string }[];
  cells: Uint8Array;
  /** The last picture of it, and the colours that this has. */
  picture?: { palette: Uint32Array; canvas: HTMLCanvasElement };
}

interface StateFrame extends FrameHead {
  series: StateSeries[];
}

interface StateSeries extends Series {
  label: string;
  runs: Run[];
}

/** A stretch of time with one text.  Its text is null if it is several short ones. */
interface Run extends TimeWindow {
  text: string | null;
  count: number;
}

/** A series of texts as it is drawn. */
interface StateRow extends StateSeries {
  /** The short one. */
  name: string;
}

/** What a panel has got. */
interface PanelData {
  lines: FrameSet<Frame>;
  others: FrameSet<Frame>;
  heat: FrameSet<HeatFrame>;
  /** Of a panel of texts, which has no others. */
  states: FrameSet<StateFrame>;
  /** Why there are no data. */
  trouble: string;
  missing: string[];
  /** Requests that are not made again. */
  failed: Set<string>;
  /** Seconds between records; NaN if it is not known. */
  interval: number;
}

/** The frames for a window. */
interface Frames {
  lines: ShapedFrame | null;
  others: ShapedFrame | null;
  /** Whether the others are parts of a whole just as the lines are. */
  isComparable: boolean;
  heat: HeatFrame | null;
  states: StateFrame | null;
}

/** What one panel wants of a request. */
interface Part {
  panel: Panel;
  data: PanelData;
  set: FrameSet<any>;
  key: string;
  request: string;
  knownEnd: number;
  metrics: Set<string>;
  /** Each as "METRIC\nINSTANCE". */
  instances: Set<string>;
}

interface Job {
  path: 'buckets' | 'heat' | 'states';
  parameters: Question;
  query: PanelQuery;
  parts: Part[];
}

/** What a panel asks for, whatever the window. */
interface PanelQuery {
  m: string | string[];
  i: string | null;
  rate?: string | null;
  order?: string | null;
  top?: number | null;
  rows?: number;
  f?: string | null;
}

/** A panel that is on the screen, for the loader. */
interface WantedView {
  panel: Panel;
  data: PanelData;
  window: TimeWindow;
  source: string;
  catalogue: Catalogue;
  compare: Comparison | null;
  info: ShownSource;
  pixels: number;
}

// Drawing.

/** Pixels of a canvas. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Tick {
  time: number;
  isDay: boolean;
  text: string;
}

interface Axis {
  low: number;
  high: number;
  /** Makes numbers of the axis out of values. */
  factor: number;
  ticks: number[];
}

interface Projection {
  x: (time: number) => number;
  y: (value: number) => number;
  perSecond: number;
}

/** What all drawing on a plot needs. */
interface Plot {
  area: Area;
  window: TimeWindow;
  axis: Axis;
  project: Projection;
  colours: Colours;
  ticks: Tick[];
  gaps: [number, number][];
  marks: number[];
  extent: Extent;
}

interface SeriesPlot extends Plot {
  frame: Frame;
  series: FrameSeries;
  colour: string;
  /** Seconds that its frame is away from the window. */
  shift?: number;
}

interface Line extends SeriesPlot {
  dash: number[];
  width?: number;
  isStep: boolean;
}

type Context = CanvasRenderingContext2D;
type Draw<Place> = (context: Context, place: Place) => void;

/** What the ruler shows. */
interface RulerPlace {
  window: TimeWindow;
  geometry: { left: number; width: number };
  zone: string;
  colours: Colours;
}

/** The strip above all: `whole` is what it shows. */
interface Strip {
  width: number;
  whole: TimeWindow;
  xOf: (time: number) => number;
  zone: string;
}

/** Of the style sheet. */
type Colours = Record<'grid' | 'soft' | 'text' | 'hatch' | 'outside' | 'mark' | 'accent' | 'panel' | 'odd' | 'font', string>;

// Parts of the page.

type Listener<State> = (state: Readonly<State>, changed: Set<keyof State>) => void;

/** A press that goes on.  `window` is the one before. */
interface Drag {
  id: number;
  x: number;
  time: number;
  kind: string;
  window: TimeWindow;
  isMoving: boolean;
}

/** Two fingers. */
interface Pinch {
  window: TimeWindow;
  distance: number;
  time: number;
}

/** Keys that begin with "on" are listeners. */
interface Attributes {
  onclick?: (event: MouseEvent) => unknown;
  onkeydown?: (event: KeyboardEvent) => unknown;
  onsubmit?: (event: SubmitEvent) => unknown;
  [name: string]: any;
}

/** What the legend of a panel of texts has of a series. */
interface StateChip {
  label: string;
  chip: HTMLElement;
  swatch: HTMLElement;
  value: HTMLElement;
}

interface Tab {
  root: HTMLElement;
  show: () => void;
  hide: () => void;
}

interface PickerEntry {
  label: string;
  /** A node may change its text later. */
  detail?: string | Text;
  tail?: string;
  series?: Series;
  run: () => unknown;
}

type Problem = string | null | undefined | void;

interface PickerOptions {
  title: string;
  placeholder?: string;
  value?: string;
  hint?: string;
  search?: (text: string, signal: AbortSignal) => PickerEntry[] | Promise<PickerEntry[]>;
  choose?: (text: string) => Problem | Promise<Problem>;
  onExtra?: (entry: PickerEntry) => unknown;
}

/** A button in a notice. */
interface Action {
  label: string;
  run: () => unknown;
}

// The page has elements of HTML alone, but for its icons.
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<Name extends keyof HTMLElementTagNameMap>(name: Name): NodeListOf<HTMLElementTagNameMap[Name]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: string): HTMLElement | null;
}

interface Window {
  /** For scripts: scripting.js. */
  fdr: object;
}
