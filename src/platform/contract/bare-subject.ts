const marks =
  'antw|antwort|aw|enc|fw|fwd|i|odp|pd|r|re|ref|res|rif|rv|sv|tr|vb|vl|vs|wg|ynt|回复|答复|转发|返信'
const replyMarks = new RegExp(String.raw`^(?:(?:${marks})\s*(?:\[\d+\])?\s*[:：]\s*)+`, 'i')

/** Drops "Re:", "AW:", "Fwd:" and their like, by which mail programs of several languages begin. */
export const bareSubject = (subject: string): string => subject.trim().replace(replyMarks, '').trim()
