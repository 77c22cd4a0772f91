/** One line of the event log, as its readers get it. */
export interface LogEntry {
  /** Its place in the order of commits; without gaps. */
  position: number
  /** Its place among what clients may hear of; null when they may not. */
  publicPosition: number | null
  type: string
  ticketId: string | null
  subjectId: string | null
  actorId: string | null
  ip: string | null
  /** Written by this or an earlier version; read it through its fact, see `defineFact`. */
  data: unknown
  at: Date
}
