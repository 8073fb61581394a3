import type {
  Dispatch,
  LogRecord,
  RecordFacets,
  RecordFilter,
  RecordPlace,
} from '@signalbox/protocol/log-record'

/** What the gateway noted about itself, on its way to disk. Goes with its session, if it is of one. */
export interface Note {
  tenantId: string
  sessionId?: string
  /** By our clock, in ms: retention goes by it. */
  time: number
  /** The record, encoded, without the resource. */
  record: string
}

/** The gateway's own records, kept in the order of the log. */
export interface Notes {
  /** Resolves with the place of the last of them, after fsync. They wait a moment for others to be written with. */
  add(notes: readonly Note[]): Promise<RecordPlace>
  /** Removes the oldest: those before a time, and more while they are larger than this. True when there is more to do. */
  retain(limits: { olderThan: number; maxBytes: number }): Promise<boolean>
}

/** From which offset on the flows were in this state. */
export interface DispatchSpan extends Dispatch {
  from: number
}

/** What records are made with, whoever asks for them. */
export interface RecordMaking {
  resource: LogRecord['resource']
  /** In the order of their offsets. */
  dispatch: readonly DispatchSpan[]
  /** Said by each of them: they are replayed, from so far back. */
  replayWindow?: string
}

export interface RecordQuery extends RecordFilter, RecordMaking {
  tenantId: string
  /** A text that is somewhere in it. */
  q?: string
  limit: number
  /** A page ends when it has so many characters. */
  length?: number
}

/** A record as it is told, where it stands, and what filters look at. */
export interface FoundRecord extends RecordPlace {
  text: string
  facets: RecordFacets
}

/** A page looks at so much at most: it may hold nothing and still not be the last. */
export interface RecordPage {
  records: FoundRecord[]
  /** Where the next page begins: everything up to it was looked at. */
  next: RecordPlace
  more: boolean
  /** Up to here records may have been removed by age or size. */
  cut: RecordPlace
}

/** Read from the end: the newest, in order, and where those before them end; null at the beginning of the log. */
export interface NewestRecords {
  records: FoundRecord[]
  before: RecordPlace | null
}

/** Records of the log: notify events as they are told there, and the gateway's own. */
export interface RecordReads {
  /** `through`: read no further than this. */
  logRecords(query: RecordQuery & { after: RecordPlace; through?: RecordPlace }): Promise<RecordPage>
  newestLogRecords(query: RecordQuery & { before: RecordPlace | null }): Promise<NewestRecords>
  /** The place of the last record, whatever it is. */
  lastLogRecord(): Promise<RecordPlace>
  /** The place after which everything from a time on comes. */
  logRecordsSince(time: number): Promise<RecordPlace>
}
