import { useRowMark } from './row-marks.ts'

/** Colleagues who have the ticket open, and what is unread there. */
export const RowMark = ({ ticketId }: { ticketId: string }) => useRowMark(ticketId)
