import { formatDistance } from 'date-fns'

/** "5 minutes ago", however long ago. A clock that runs behind the server's never reads "in less than a minute". */
export const distance = (at: Date, now = new Date()): string =>
  formatDistance(at < now ? at : now, now, { addSuffix: true })
