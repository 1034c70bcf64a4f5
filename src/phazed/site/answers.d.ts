// The answers of phazed.answers, made by `python -m phazed.answers.typescript`; not to be edited.

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
  grade: "inaccuracy" | "mistake" | "blunder";
  kind: string;
  play: [number, any];
  words: string;
  best: [number, any];
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
  plays: [number, any][];
}

export interface TriedPlay {
  loss: number;
  error: number;
  win: number | null;
  grade: string | null;
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
