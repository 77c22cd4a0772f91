import { expect, test } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

test.each([
  ['Ana', 'Ana'],
  ['  Ana\r\nBcc: x ', 'Ana Bcc: x'],
  ['Łukasz 田中', 'Łukasz 田中'],
  ['J. R. R. Tolkien', 'J. R. R. Tolkien'],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['Dr.Müller', 'Dr. Müller'],
  ['St.John Smith', 'St. John Smith'],
  ['Your account is locked, see http://evil.example/login', 'Your account is locked, see'],
  ['see HTTPS://EVIL.EXAMPLE', 'see'],
  ['see evil.example/login now', 'see now'],
  ['see(www.evil.example)', ''],
  ['WWW.Evil.Com', ''],
  ['Evil.COM/login', 'Evil. COM/login'],
  ['evil。example', ''],
  ['10.0.0.1/x', ''],
  ['write to a@evil.example', 'write to'],
  ['x'.repeat(41), `${'x'.repeat(40)}…`],
  ['=?utf-8?Q?Boss?=', '= ?utf-8?Q?Boss?='],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['👩‍👩‍👧'.repeat(41), `${'👩‍👩‍👧'.repeat(40)}…`],
])('a mail calls who is called %j %j', (written, said) => expect(nameInMail(written)).toBe(said))
