// The answers of phazed.answers, made by `python -m phazed.answers.typescript`; not to be edited.

export type MistakeGrade = "inaccuracy" | "mistake" | "blunder";

export type ReviewReply = ReviewRunning | ReviewDone;

export type Step = [number, "draw" | "take" | "discard", string] | [number, "phase", number, string[]] | [number, "add", string, number, number, number] | [number, "skip", number] | [number, "miss"];

export type Play = [number, any];

export type Reply = DoneReply | RefusedReply | CheckReply | HintReply | TransferReply;

export type ServerMessage = TableMessage | SeatsMessage | StepsMessage | RematchMessage | ReactionMessage | NudgeMessage | ReturnedMessage | ErrorMessage | DoneReply | RefusedReply | CheckReply | HintReply | TransferReply;

export interface Mean {
  value: number;
  error: number;
}

export interface Example {
  game: number;
  hand: number;
  turn: number;
  cards: string;
  discard: string;
  call: string;
  play: string;
  best: string;
  answer: string;
  loss: number;
  error: number;
  reasons: string[];
}

export interface BotError {
  game: number;
  hand: number;
  call: string;
  reason: string;
}

export interface Leak {
  leak: string;
  title: string;
  advice: string;
  times: number;
  cost: Mean;
  sure: number;
  clear: boolean;
  examples: Example[];
  errors: BotError[];
}

export interface Share {
  leaks: number;
  times: number;
  cost: Mean;
}

export interface BotReview {
  bot: string;
  game: string;
  games: number;
  opponents: string[];
  decisions: number;
  leaks: Leak[];
  unclear: Share;
  other: Share;
  total: Share;
  won: Mean;
  expert_won: Mean | null;
  behind: Mean | null;
  errors: string[];
}

export interface Problem {
  kind: string;
  reason: string;
  times: number;
  call: string;
  answer: string;
  traceback: string;
  where: string;
  explanation: string;
  name: string;
  summary: string;
  meaning: string;
  excerpt: string[];
}

export interface WrongAnswer {
  call: string;
  expected: string;
  answered: string;
  why: string;
  traceback: string;
  times: number;
  summary: string;
  meaning: string;
  excerpt: string[];
}

export interface Answers {
  function: string;
  examples: number;
  examples_wrong: WrongAnswer[];
  made: number;
  made_wrong: WrongAnswer[];
  made_distinct: WrongAnswer[];
  stopped: string;
  right: boolean;
  summary: string;
}

export interface Evidence {
  times: number;
  call: string;
  detail: string;
}

export interface SlowPlay {
  seconds: number;
  call: string;
}

export interface Times {
  mean: number;
  p95: number;
  max: number;
  match: number;
  slowest: SlowPlay[];
  slow: SlowPlay[];
}

export interface Repeated {
  positions: number;
  elsewhere: number;
  again: number;
  call: string;
  answers: string[];
  summary: string;
}

export interface Side {
  hands: number;
  points: number;
  phases: [number, number][];
  plays: number[];
}

export interface Matchup {
  opponent: string;
  games: number;
  won: number;
  low: number;
  high: number;
  errors: number;
  own: Side;
  theirs: Side;
}

export interface Plays {
  game: string;
  function: string;
  games: number;
  errors: number;
  problems: Problem[];
  calls: number;
  changed: Evidence;
  held: Evidence;
  repeated: Repeated;
  times: Times;
  matchups: Matchup[];
  stopped: string;
  summary: string;
  compared: Matchup[];
}

export interface Output {
  when: string;
  lines: number;
  text: string;
  summary: string;
  excerpt: string[];
}

export interface Check {
  bot: string;
  limits: Limits;
  failure: Problem | null;
  started: number;
  memory: number;
  printed_at_import: Output | null;
  printed: Output | null;
  functions: string[];
  wanted: string[];
  missing: string;
  near_misses: [string, string][];
  misordered: string[];
  answers: Answers[];
  plays: Plays[];
  functions_only: boolean;
  verdict: string;
  next: string;
  passed: boolean;
  able: boolean;
  imported: string[];
}

export interface FinalState {
  state: "planned" | "running" | "over";
  seed_hash: string;
  seed?: string | null;
  why?: string;
  bots?: number;
}

export interface Me {
  title: string;
  game: string;
  game_title: string;
  deadline: number | null;
  guests: boolean;
  final: FinalState;
  role: "student" | "assistant" | "teacher" | null;
  name?: string;
  nickname?: string | null;
  shown?: string;
  csrf?: string;
  key?: string | null;
}

export interface CurrentRound {
  round: number | null;
  address?: string;
  over?: boolean;
}

export interface LadderStanding {
  mu: number;
  sigma: number;
  rank: number;
  low: number;
  high: number;
  matches: number;
  wins: number;
  beats: string[];
}

export interface LadderRow {
  mu: number;
  sigma: number;
  rank: number;
  low: number;
  high: number;
  matches: number;
  wins: number;
  beats: string[];
  name: string;
  milestone: boolean;
  submission?: number;
  version?: number;
  late?: boolean;
  resting?: string | null;
  disqualified?: string | null;
  moved?: number | null;
  person?: number;
  full_name?: string;
  number?: string | null;
  section?: string;
}

export interface Board {
  played: number;
  waiting: number;
  paused: boolean;
  own: number[];
  rows: LadderRow[];
}

export interface LadderMatch {
  match: number;
  names: string[];
  ranks: number[];
  seat: number;
  error: number | null;
  recorded: boolean;
}

export interface MilestoneResult {
  name: string;
  met: number;
  ahead: number;
}

export interface LadderResults {
  played: number;
  matches: LadderMatch[];
  milestones: MilestoneResult[];
  errors: Error[] | null;
}

export interface Rating {
  time: number;
  matches: number;
  mu: number;
  sigma: number;
  rank: number;
  low: number;
  high: number;
}

export interface BotVersion {
  id: number;
  version: number;
  submitted: number;
}

export interface LadderBot {
  played: number;
  matches: LadderMatch[];
  milestones: MilestoneResult[];
  errors: Error[] | null;
  submission: number;
  name: string;
  version: number;
  submitted: number;
  state: "waiting" | "passed" | "failed";
  late: boolean;
  active: boolean;
  entered: boolean;
  resting: string | null;
  disqualified: string | null;
  standing: LadderStanding | null;
  history: Rating[];
  versions: BotVersion[];
  private: boolean;
  analyses: string[];
}

export interface Version {
  id: number;
  version: number;
  title: string;
  submitted: number;
  late: boolean;
  state: "waiting" | "passed" | "failed";
  active: boolean;
  entered: boolean;
  resting: string | null;
  disqualified: string | null;
  standing: LadderStanding | null;
  graded: boolean;
}

export interface CheckedVersion {
  id: number;
  version: number;
  title: string;
  submitted: number;
  late: boolean;
  state: "waiting" | "passed" | "failed";
  active: boolean;
  entered: boolean;
  resting: string | null;
  disqualified: string | null;
  standing: LadderStanding | null;
  graded: boolean;
  check: Check | null;
}

export interface CodeFile {
  path: string;
  text: string;
}

export interface Code {
  main: string;
  files: CodeFile[];
}

export interface AnalysisFailure {
  error: string;
}

export interface AnalysisReply {
  waiting: boolean;
  found: BotReview | AnalysisFailure | null;
}

export interface LeagueTableRow {
  person: number;
  place: number;
  name: string;
  full_name?: string;
  games: number;
  places: number[];
  points: number;
  adjusted: number | null;
}

export interface League {
  rounds: number;
  rows: LeagueTableRow[];
}

export interface LiveTables {
  tables: TableOverview[];
  present: number;
  address: string;
}

export interface StudentVersion {
  id: number;
  version: number;
  state: string;
  submitted: number;
  late: boolean;
  active: boolean;
  entered: boolean;
  resting: string | null;
  disqualified: string | null;
}

export interface Student {
  id: number;
  name: string;
  number: string | null;
  section: string;
  nickname: string | null;
  joined: number | null;
  email: string;
  extension: number | null;
  link: string;
  versions: number;
  active: StudentVersion | null;
  latest: StudentVersion | null;
}

export interface StudentVersions {
  id: number;
  name: string;
  number: string | null;
  section: string;
  nickname: string | null;
  joined: number | null;
  email: string;
  extension: number | null;
  link: string;
  versions: number;
  active: StudentVersion | null;
  latest: StudentVersion | null;
  all: StudentVersion[];
}

export interface StaffMember {
  id: number;
  role: string;
  name: string;
  joined: number | null;
  link: string;
  own: boolean;
}

export interface ClassSettings {
  title: string;
  game: string;
  deadline: number | null;
  guests: boolean;
  ladder: boolean;
  final_matches: number;
  grades: boolean;
  errors: number;
  space: number;
  late_percent: number;
  late_days: number;
  address: string;
}

export interface ClassEvent {
  time: number;
  what: string;
}

export interface PlayedRound {
  id: number;
  time: number;
  game: string;
  clock: string;
}

export interface ServerLoad {
  load: number;
  processors: number;
  queue: Record<string, number>;
  requests: number;
  median: number;
  slow: number;
  used: number;
  limit: number;
  free: number;
}

export interface ClassOverview {
  settings: ClassSettings;
  final: FinalState;
  students: Student[];
  present: number[];
  events: ClassEvent[];
  matches: number;
  waiting: number;
  failure: string | null;
  rounds: PlayedRound[];
  features: string[];
  server: ServerLoad;
}

export interface AdjustedMark {
  mark: number;
  comment: string;
}

export interface StudentGrade {
  person: number;
  name: string;
  number: string | null;
  section: string;
  submission: number | null;
  version: number | null;
  late: boolean;
  points: number | null;
  total: number | null;
  functions: Record<string, number>;
  adjusted: Record<string, AdjustedMark>;
  remarks: string;
  waiting: boolean;
  current: boolean;
}

export interface Grades {
  published: boolean;
  functions: string[];
  formats: string[];
  rows: StudentGrade[];
}

export interface SimilarSubmissions {
  time: number;
  pairs: number;
  submissions: number;
}

export interface Comparing {
  found: SimilarSubmissions | null;
  waiting: boolean;
}

export interface GameError {
  seat: number;
  kind: string;
  reason: string;
  call: string;
  answer: string;
  traceback: string;
}

export interface Comparison {
  names: [string, string];
  pairs: number;
  share: number;
  low: number;
  high: number;
  sure: number;
  stronger: number | null;
  more_pairs: number | null;
  errors: [number, number];
  first_errors: [GameError | null, GameError | null];
  plain_share: number;
  words: string;
}

export interface Attempt {
  what: string;
  stopped: boolean;
  how: string;
}

export interface Diagnosis {
  level: string;
  missing: string[];
  attacks: Attempt[];
  system: Record<string, string>;
}

export interface Luck {
  seat: number;
  hand: number;
  place: number;
  source: string;
  amount: number;
}

export interface Point {
  hand: number;
  place: number;
  win: number;
}

export interface SeatBalance {
  initial: number;
  final: number;
  own: number;
  others: number;
  luck: number;
  error: number;
  adjusted: number;
}

export interface SeatReview {
  name: string;
  rank: number | null;
  decisions: number;
  accuracy: number;
  grades: Record<string, number>;
  kinds: Record<string, number>;
  balance: SeatBalance;
}

export interface Mistake {
  hand: number;
  place: number;
  turn: number;
  seat: number;
  cards: string;
  grade: MistakeGrade;
  kind: string;
  play: Play;
  words: string;
  best: Play;
  best_words: string;
  win: number;
  best_win: number;
  loss: number;
  error: number;
  reasons: string[];
}

export interface GameReview {
  game: string;
  names: string[];
  seats: SeatReview[];
  mistakes: Mistake[];
  chances: Point[][];
  luck: Luck[];
}

export interface PlayChoices {
  plays: Play[];
}

export interface TriedPlay {
  loss: number;
  error: number;
  win: number | null;
  grade: string | null;
}

export interface ReviewRunning {
  state: "running";
  done: number;
  total: number;
}

export interface ReviewDone {
  state: "done";
  review: GameReview;
}

export interface RuleShare {
  rule: string;
  right: number;
  cases: number;
  text: string;
}

export interface FunctionGrade {
  function: string;
  mark: number;
  weight: number;
  right: number;
  cases: number;
  rules: RuleShare[];
  seconds: number;
  slowest: number;
  changed: number;
  note: string;
  notes: string;
}

export interface Finding {
  function: string;
  rule: string;
  direction: string;
  times: number;
  of: number;
  lost: number;
  call: string;
  expected: string;
  got: string;
  why: string;
  sentence: string;
  where: string;
  traceback: string;
  title: string;
}

export interface GradingFailure {
  got: string;
  where: string;
  explanation: string;
  traceback: string;
}

export interface Grade {
  name: string;
  digest: string;
  game: string;
  title: string;
  points: number;
  total: number;
  functions: FunctionGrade[];
  findings: Finding[];
  failure: GradingFailure | null;
  notes: string[];
  remarks: string;
}

export interface GradeRow {
  name: string;
  path: string;
  points: number;
  marks: number[];
  mistakes: number | null;
}

export interface CommonMistake {
  submissions: number;
  function: string;
  rule: string;
  title: string;
}

export interface Gradebook {
  title: string;
  total: number;
  functions: string[];
  rows: GradeRow[];
  common: CommonMistake[];
  mean: number;
  median: number;
  full: number;
  failed: number;
}

export interface Level {
  name: string;
  title: string;
  about: string;
}

export interface GameOption {
  name: string;
  title: string;
  about: string;
  phases: Phase[];
  any_order: boolean;
  max_hands: number;
}

export interface Options {
  games: GameOption[];
  levels: Level[];
  results: boolean;
  classroom: boolean;
  version: string;
  share: string[];
}

export interface NewTable {
  id: string;
  seat: number | null;
  token: string | null;
  address: string;
}

export interface GameSummary {
  id: string;
  game: string;
  title: string;
  names: string[];
  full: boolean;
  started: boolean;
  over: boolean;
  hand: number;
  ranks: number[] | null;
  scores: number[] | null;
  laid: ((number | null)[])[] | null;
  accuracy: number[] | null;
}

export interface OpenTable {
  code: string;
  title: string;
  host: string;
  people: number;
  free: number;
  fill: number | null;
}

export interface OpenTables {
  tables: OpenTable[];
}

export interface FoundTable {
  id: string;
  code: string;
  title: string;
  host: string;
  free: number;
  started: boolean;
  spectators: boolean;
  own: boolean;
}

export interface DailyResult {
  name: string;
  rank: number;
  points: number;
  phases: number;
  accuracy: number | null;
  expert: boolean;
  own: boolean;
}

export interface DailyDeal {
  day: string;
  title: string;
  opponents: string[];
  results: DailyResult[];
}

export interface SeatOverview {
  name: string;
  kind: string;
  connected: boolean;
  stand_in: boolean;
  phases: number;
  score: number;
  cards: number;
}

export interface TableOverview {
  id: string;
  code: string | null;
  game: string;
  title: string;
  listed: boolean;
  clock: string;
  started: boolean;
  over: boolean;
  hand: number;
  turn: number | null;
  idle: number | null;
  spectators: string[];
  seats: SeatOverview[];
}

export interface Limits {
  start: number;
  play: number;
  match: number;
  idle?: number;
  memory: number;
  output?: number;
}

export interface RankedBot {
  number: number | null;
  name: string;
  source: string;
  built_in: boolean;
  state: string;
  rank: number | null;
  low: number | null;
  high: number | null;
  mu: number | null;
  sigma: number | null;
  matches: number;
  wins: number;
  places: number[];
  errors: number;
  cpu: number;
  slowest: number;
  waited: number;
  memory: number;
  points: number;
  phases: number[][];
  status: string;
  page?: string;
}

export interface Error {
  match: number;
  bot: number;
  seat: number;
  kind: string;
  reason: string;
  call: string;
  answer: string;
  traceback: string;
  printed: string;
}

export interface HeadToHead {
  bots: number[];
  ahead: ((number | null)[])[];
}

export interface Happening {
  time: string;
  played: number;
  what: string;
}

export interface Ranking {
  title: string;
  game: string;
  seed: string | null;
  seed_hash: string;
  schedule: string;
  stage: string | null;
  planned: number;
  played: number;
  finished: boolean;
  started: string;
  seconds: number;
  isolation: string;
  limits: Limits;
  version: string;
  events: Happening[];
  phases: string[];
  bots: RankedBot[];
  head_to_head: HeadToHead;
  endings: Record<string, number>;
  errors: Error[];
  matches: ([number, number[], number[] | null, number | null, number, number[], number])[];
}

export interface PhaseResult {
  name: string;
  due: number;
  completed: number;
  all_due: number;
  all_completed: number;
}

export interface Opponent {
  rank: number | null;
  name: string;
  met: number;
  ahead: number;
}

export interface BotMatch {
  match: number;
  seat: number;
  rank: number | null;
  offender: number | null;
  points: number;
  hands: number;
  others: string[];
  replay: boolean;
}

export interface Printed {
  match: number;
  times: number;
  text: string;
}

export interface BotResult {
  title: string;
  played: number;
  planned: number;
  finished: boolean;
  ranked: number;
  bot: RankedBot;
  errors: Error[];
  review: BotReview | null;
  phases: PhaseResult[];
  opponents: Opponent[];
  matches: BotMatch[];
  printed: Printed[];
  spoilt: number;
  decided: number;
}

export interface Progress {
  played: number;
  planned: number;
  finished: boolean;
  version: number[];
}

export interface GroupKind {
  noun: string;
  one_colour: boolean;
}

export interface Phase {
  name: string;
  groups: GroupKind[];
}

export interface HandResult {
  why: string;
  points: number[];
  scores: number[];
  left?: string[];
}

export interface Hand {
  dealer: number;
  scores: number[];
  done: number[][];
  dealt: string[];
  discard: string | null;
  deck: number;
  steps: Step[];
  end: HandResult | null;
}

export interface GameResult {
  ranks: number[] | null;
  scores: number[];
  done: number[][];
  error: GameError | null;
}

export interface Frames {
  game: string;
  title?: string;
  game_title?: string;
  seed: string | null;
  names: string[];
  phases: Phase[];
  any_order: boolean;
  stages: number[];
  hands: Hand[];
  end: GameResult | null;
}

export interface Match {
  first_file: string;
  first_lines: [number, number];
  second_file: string;
  second_lines: [number, number];
  tokens: number;
}

export interface Pair {
  first: string;
  second: string;
  first_share: number;
  second_share: number;
  matches: Match[];
  share: number;
}

export interface Similarity {
  pairs: Pair[];
  more: number;
  sources: Record<string, Record<string, string[]>>;
}

export interface TableHand {
  dealer: number;
  scores: number[];
  done: number[][];
  dealt: string[];
  discard: string | null;
  deck: number;
  steps: Step[];
  end: HandResult | null;
  number: number;
}

export interface SheetRow {
  points: number[];
  scores: number[];
  laid: (number | null)[];
}

export interface FinalResult {
  ranks: number[];
  scores: number[];
  done: number[][];
  error: null;
  seed: string;
}

export interface OpenGroup {
  owner: number;
  group: number;
  total: number;
  next: number;
}

export interface Turn {
  seat: number;
  stage: string;
  plays?: Play[];
  open?: OpenGroup | null;
  undo?: boolean;
}

export interface SeatInfo {
  who: string;
  here: boolean;
  taken: boolean;
  stand_in: string | null;
  resigned: boolean;
}

export interface TableConditions {
  listed: boolean;
  clock: string;
  spectators: boolean;
  hints: boolean;
}

export interface Deadlines {
  turn: number | null;
  grace: number | null;
  next: number | null;
  fill: number | null;
}

export interface Seating {
  gives: boolean;
  names: string[];
  seats: SeatInfo[];
  ready: number[];
  spectators: string[];
  settings: TableConditions;
  times: Deadlines;
}

export interface GameView {
  game: string;
  title: string;
  seat: number | null;
  open: boolean;
  started: boolean;
  seeded: boolean;
  phases: Phase[];
  any_order: boolean;
  declares: boolean;
  stages: number[];
  max_hands: number;
  hand: TableHand | null;
  turn: Turn | null;
  sheet: SheetRow[];
  over: FinalResult | null;
}

export interface TableMessage {
  game: string;
  title: string;
  seat: number | null;
  open: boolean;
  started: boolean;
  seeded: boolean;
  phases: Phase[];
  any_order: boolean;
  declares: boolean;
  stages: number[];
  max_hands: number;
  hand: TableHand | null;
  turn: Turn | null;
  sheet: SheetRow[];
  over: FinalResult | null;
  gives: boolean;
  names: string[];
  seats: SeatInfo[];
  ready: number[];
  spectators: string[];
  settings: TableConditions;
  times: Deadlines;
  kind: "table";
  id: string;
  code: string | null;
  host: boolean;
  links: Record<string, string>;
  rematch: string | null;
}

export interface SeatsMessage {
  gives: boolean;
  names: string[];
  seats: SeatInfo[];
  ready: number[];
  spectators: string[];
  settings: TableConditions;
  times: Deadlines;
  kind: "seats";
}

export interface StepsMessage {
  kind: "steps";
  hand: number;
  at: number;
  steps: Step[];
  turn: Turn | null;
  end: HandResult | null;
  sheet?: SheetRow[];
  over?: FinalResult | null;
  times?: Deadlines;
}

export interface RematchMessage {
  kind: "rematch";
  address: string | null;
  by?: string | null;
}

export interface ReactionMessage {
  kind: "reaction";
  seat: number;
  reaction: string;
}

export interface NudgeMessage {
  kind: "nudge";
  seat: number;
  by: string | null;
  left: number | null;
}

export interface ReturnedMessage {
  kind: "returned";
  hands: number;
  steps: Step[];
}

export interface ErrorMessage {
  kind: "error";
  re: number | null;
  reason: string;
  final?: boolean;
  lost?: boolean;
}

export interface DoneReply {
  kind: "done";
  re?: number | null;
}

export interface RefusedReply {
  kind: "refused";
  re?: number | null;
  rule: string;
  reason: string;
  cards: string[];
}

export interface CheckReply {
  kind: "check";
  re?: number | null;
  flaws: (string | null)[];
  flaw: string | null;
}

export interface HintOption {
  words: string;
  win: number[];
  phase: number[];
  out: number[];
}

export interface HintReply {
  kind: "hint";
  re?: number | null;
  hints: string[];
  cards: string[];
  play: Play;
  options: HintOption[];
  due: number[];
  legend: string;
}

export interface TransferReply {
  kind: "transfer";
  re?: number | null;
  address: string;
}
