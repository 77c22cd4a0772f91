import { expect, test } from 'vitest'
import { dmarcOf } from './dmarc-of.ts'

const pass = 'dmarc=pass (p=REJECT) header.from=staff.test'

test.each([
  ['fail', ['mx.desk.test; dmarc=fail']],
  ['fail', ['mx.desk.test 1; spf=pass; DMARC = Fail (p=none)', `mx.desk.test; ${pass}`]],
  ['fail', [`mx.desk.test; ${pass}; dmarc=fail`]],
  ['pass', [`mx.desk.test; spf=pass smtp.mailfrom=staff.test; ${pass}`]],
  [null, [`other.test; ${pass}`]],
  [null, [`mx.desk.test.evil.test; ${pass}`]],
  [null, ['other.test; dmarc=none', `mx.desk.test; ${pass}`]],
  [null, ['mx.desk.test; dmarc=pass header.from=evil.test']],
  [null, ['mx.desk.test; dmarc=pass']],
  [null, ['mx.desk.test; spf=pass smtp.mailfrom=dmarc=pass@evil.test header.from=staff.test']],
  [null, [`mx.desk.test; spf=fail (mailfrom (a;) ; ${pass} ); dmarc=none`]],
  [null, [`mx.desk.test; spf=fail smtp.mailfrom="a; ${pass} b"@evil.test`]],
  [null, [`mx.desk.test; ${pass}; ${pass}`]],
  [null, []],
])('a relay says %s of staff.test by %j', (result, results) => {
  const headers = new Map([['authentication-results', results]])
  expect(dmarcOf(headers, 'mx.desk.test', 'staff.test')).toBe(result)
  expect(dmarcOf(headers, null, 'staff.test')).toBeNull()
})
