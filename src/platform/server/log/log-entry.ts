export interface LogEntry {
  /** Place in the order of commits; without gaps. */
  position: number
  /** Place among the entries that clients may hear of; null for others. */
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
