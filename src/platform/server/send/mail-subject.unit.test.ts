import { expect, test } from 'vitest'
import { replySubject } from './mail-subject.ts'

test.each([
  ['The printer', 'Re: The printer'],
  ['Re: The printer', 'Re: The printer'],
  ['RE: AW: Fwd:WG : The printer', 'Re: The printer'],
  ['Re[2]: Antw: SV:The printer', 'Re: The printer'],
  ['回复：打印机', 'Re: 打印机'],
  ['Re: [TKT-000001] The printer', 'Re: [TKT-000001] The printer'],
  ['Reference: 12', 'Re: Reference: 12'],
  ['a\r\nBcc: all@example.com', 'Re: a Bcc: all@example.com'],
])('an answer to a mail with the subject %j has the subject %j', (subject, answer) => {
  expect(replySubject(subject)).toBe(answer)
})

test('a subject without words of its own is none, and a long one is cut between letters', () => {
  for (const subject of ['', ' ', 'Re:', 'Re: AW: ']) expect(replySubject(subject)).toBeUndefined()
  expect(replySubject('👩'.repeat(400))).toBe(`Re: ${'👩'.repeat(250)}`)
})
