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
  data: Record<string, unknown>
  at: Date
}

/** What a service says of a fact that its unit of work brings about. */
export interface Announcement {
  type: string
  /** False for what clients must not hear of in any way, not even as a gap in a numbering. */
  isPublic: boolean
  actorId: string | null
  ticketId?: string
  subjectId?: string
  ip?: string
  data?: Record<string, unknown>
}
