const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** "Just now" under one hour, whole hours from one hour, whole days from one day. A clock behind the server's reads "Just now", too. */
export function ageLabel(at: Date, now = new Date()): string {
  const ageMs = now.getTime() - at.getTime()
  if (ageMs < hourMs) return 'Just now'
  return ageMs < dayMs ? `${Math.floor(ageMs / hourMs)}h ago` : `${Math.floor(ageMs / dayMs)}d ago`
}
