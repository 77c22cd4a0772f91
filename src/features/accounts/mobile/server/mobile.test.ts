import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { aNumber, startSms, type SmsProvider } from '#test/services/sms.ts'
import { joined } from '#test/socket.ts'
import { timeWork } from '#test/working-time.ts'
import type { OwnMobile } from '../contract.ts'

const minuteMs = 60_000

let desk: TestApp
let sms: SmsProvider
let ana: Caller
let number: string

beforeAll(async () => {
  sms = await startSms()
  desk = await startApp({ sms: sms.account })
})
beforeEach(async () => {
  sms.sent.length = 0
  sms.answers.length = 0
  number = aNumber()
  ana = await desk.signedIn('client', { mobileNumber: number })
})
afterAll(async () => {
  await desk.close()
  await sms.close()
})

const ask = (who: Caller) => who.post<OwnMobile & { message: string }>('/api/profile/mobile-code')
const codeTo = (to: string) => /^(\d{6}) /.exec(sms.lastTo(to) ?? '')?.[1] ?? ''
const prove = (who: Caller, code: string) =>
  who.post<OwnMobile & { message: string; issues?: { path: string }[] }>('/api/profile/mobile-proof', {
    code,
  })
const own = async (who: Caller) => (await who.get<OwnMobile>('/api/profile/mobile')).body
/** A code of six digits that is not this one. */
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const save = async (who: Caller, mobileNumber: string) => {
  const { body } = await who.get('/api/auth/user')
  return who.put('/api/profile', { ...body, mobileNumber })
}
const gone = 'This code is no longer valid. Request a new one.'

describe('verifying a mobile number', () => {
  test('a person verifies their mobile number with the code that was sent to it', async () => {
    expect(await own(ana)).toEqual({ isOffered: true, mobileNumber: number, isProved: false, code: null })
    const asked = await ask(ana)
    expect([asked.status, asked.body.isProved]).toEqual([200, false])
    const endsIn = new Date(asked.body.code!.expiresAt).getTime() - desk.clock.now().getTime()
    expect(Math.round(endsIn / minuteMs)).toBe(10)
    expect(sms.sent).toEqual([
      {
        from: '+4930123456',
        to: number,
        body: expect.stringMatching(/^\d{6} is your Signalbox code\. It expires in 10 minutes\.$/),
      },
    ])
    const proved = await prove(ana, codeTo(number))
    expect([proved.status, proved.body]).toEqual([
      200,
      { isOffered: true, mobileNumber: number, isProved: true, code: null },
    ])
  })

  test('a person may type the code in groups', async () => {
    await ask(ana)
    const code = codeTo(number)
    expect((await prove(ana, ` ${code.slice(0, 3)} ${code.slice(3, 5)}-${code.slice(5)} `)).status).toBe(200)
  })

  test('the other windows of a person hear at once that the number is verified', async () => {
    const socket = await joined(await desk.listen(), ana)
    await ask(ana)
    await socket.hearsType('profile:changed')
    socket.heard.length = 0
    await prove(ana, codeTo(number))
    expect(await socket.hearsType('profile:changed')).toBeDefined()
    socket.raw.close()
  })

  test('a code is good once, and a verified number asks for no other', async () => {
    await ask(ana)
    const code = codeTo(number)
    await prove(ana, code)
    expect((await prove(ana, code)).body.message).toBe(gone)
    expect(await ask(ana)).toMatchObject({
      status: 409,
      body: { message: 'Your mobile number is already verified.' },
    })
    expect(sms.sent).toHaveLength(1)
  })

  test('the log has the verification without the code', async () => {
    await ask(ana)
    const code = codeTo(number)
    await prove(ana, code)
    const root = await desk.signedIn('super_user')
    const { body } = await root.get<{ entries: { what: string }[] }>(`/api/audit?subject=${ana.id}`)
    expect(body.entries.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Verified a mobile number', 'Requested a code to verify a mobile number']),
    )
    const stored = await desk.database.pool.query(
      'select (select json_agg(e) from events e)::text || (select coalesce(json_agg(c), $1) from mobile_codes c)::text as all',
      ['[]'],
    )
    expect(stored.rows[0].all).not.toContain(`"${code}"`)
  })
})

describe('a code', () => {
  test('a code is tried five times, and the fifth wrong try ends it', async () => {
    await ask(ana)
    const code = codeTo(number)
    const tried = []
    for (let time = 0; time < 5; time++) tried.push((await prove(ana, another(code))).body.message)
    expect(tried).toEqual([
      'That code is not correct. You have 4 attempts left.',
      'That code is not correct. You have 3 attempts left.',
      'That code is not correct. You have 2 attempts left.',
      'That code is not correct. You have 1 attempt left.',
      gone,
    ])
    expect(await prove(ana, code)).toMatchObject({
      status: 400,
      body: { message: gone, issues: [{ path: 'code' }] },
    })
    expect(await own(ana)).toMatchObject({ isProved: false, code: null })
    await ask(ana)
    expect((await prove(ana, codeTo(number))).body.isProved).toBe(true)
  })

  test('a code is tried five times also by many at once', async () => {
    await ask(ana)
    const code = codeTo(number)
    const guesses = Array.from({ length: 12 }, (_, place) =>
      String((Number(code) + 1 + place) % 1_000_000).padStart(6, '0'),
    )
    const answers = await Promise.all(guesses.map((guess) => prove(ana, guess)))
    expect(answers.filter(({ body }) => body.message !== gone)).toHaveLength(4)
    expect((await prove(ana, code)).body.message).toBe(gone)
  })

  test('a code is good for ten minutes', async () => {
    await ask(ana)
    const before = desk.clock.now()
    desk.clock.advance(10 * minuteMs + 1000)
    expect((await prove(ana, codeTo(number))).body.message).toBe(gone)
    expect((await own(ana)).code).toBeNull()
    desk.clock.set(before)
  })

  test('a code ends with the next one', async () => {
    await ask(ana)
    const first = codeTo(number)
    await ask(ana)
    const second = codeTo(number)
    // Once in a million times both are the same.
    expect((await prove(ana, first)).status).toBe(first === second ? 200 : 400)
    await prove(ana, second)
    expect((await own(ana)).isProved).toBe(true)
  })

  test('a code verifies no other number than the one it was sent to', async () => {
    await ask(ana)
    const code = codeTo(number)
    await save(ana, aNumber())
    expect((await prove(ana, code)).body.message).toBe(gone)
    expect(await own(ana)).toMatchObject({ isProved: false, code: null })
  })

  test('a code is of no use to another person', async () => {
    const eve = await desk.signedIn('client', { mobileNumber: number })
    await ask(ana)
    expect((await prove(eve, codeTo(number))).body.message).toBe(gone)
    expect((await own(eve)).isProved).toBe(false)
  })

  test.each(['', '12345', '1234567', 'abcdef', '12 34', 'x'.repeat(51)])(
    'a code is six digits, not "%s"',
    async (code) => {
      await ask(ana)
      expect(await prove(ana, code)).toMatchObject({ status: 400, body: { issues: [{ path: 'code' }] } })
      expect((await prove(ana, codeTo(number))).status).toBe(200)
    },
  )

  test('no code is sent without a number', async () => {
    const bo = await desk.signedIn('internal')
    expect(await ask(bo)).toMatchObject({ status: 409, body: { message: 'Save your mobile number first.' } })
  })
})

describe('a verified number', () => {
  const proved = async (who: Caller, of: string) => {
    await ask(who)
    expect((await prove(who, codeTo(of))).status).toBe(200)
  }

  test('a number stays verified when something else of the profile changes, and not when the number does', async () => {
    await proved(ana, number)
    const { body } = await ana.get('/api/auth/user')
    await ana.put('/api/profile', { ...body, firstName: 'Ana-Maria' })
    expect((await own(ana)).isProved).toBe(true)
    await save(ana, aNumber())
    expect((await own(ana)).isProved).toBe(false)
    await save(ana, number)
    expect((await own(ana)).isProved).toBe(false)
  })

  test('a number is no longer verified when a super user sets another one', async () => {
    await proved(ana, number)
    const root = await desk.signedIn('super_user')
    await root.put(`/api/users/${ana.id}`, { mobileNumber: aNumber() })
    expect((await own(ana)).isProved).toBe(false)
  })

  test('a verified number passes to the person who verifies it later', async () => {
    await proved(ana, number)
    const bo = await desk.signedIn('internal', { mobileNumber: number })
    expect((await own(bo)).isProved).toBe(false)
    await proved(bo, number)
    expect([(await own(ana)).isProved, (await own(bo)).isProved]).toEqual([false, true])
    const root = await desk.signedIn('super_user')
    const { body } = await root.get<{ entries: { what: string }[] }>(`/api/audit?subject=${ana.id}`)
    expect(body.entries[0]?.what).toBe('Took over a mobile number')
  })

  test('a number that two verify at the same moment belongs to one of them', async () => {
    const bo = await desk.signedIn('internal', { mobileNumber: number })
    await ask(ana)
    const codeOfAna = codeTo(number)
    await ask(bo)
    const answers = await Promise.all([prove(ana, codeOfAna), prove(bo, codeTo(number))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await own(ana)).isProved).toBe(!(await own(bo)).isProved)
  })
})

describe('the provider of text messages', () => {
  test('a person is told when the provider does not take their number, and no code is left to be tried', async () => {
    sms.answers.push(400)
    expect(await ask(ana)).toMatchObject({
      status: 409,
      body: { message: 'Text messages cannot be sent to this number. Check it and save it again.' },
    })
    expect((await own(ana)).code).toBeNull()
  })

  test.each([401, 429, 500])('a code can be asked for again when the provider answers %s', async (status) => {
    sms.answers.push(status)
    const { status: told, body } = await ask(ana)
    expect([told, body.message]).toEqual([503, 'The code could not be sent. Please try again in a moment.'])
    expect((await ask(ana)).status).toBe(200)
  })

  test('a person waits ten seconds at most for a provider that does not answer', async () => {
    sms.answers.push('silent')
    const asked = timeWork(() => ask(ana))
    await vi.waitFor(() => expect(sms.answers).toEqual([]), { timeout: 15_000 })
    expect((await ask(ana)).status).toBe(200)
    const [{ status }, tookMs] = await asked
    expect(status).toBe(503)
    expect(tookMs).toBeLessThan(15_000)
    // The code that did not go out does not take the newer one with it.
    expect((await prove(ana, codeTo(number))).status).toBe(200)
  })
})

describe('limits on codes', () => {
  test('codes are limited for each person and for each number', async () => {
    const other = await startApp({ sms: sms.account, settings: { SMS_CODES_PER_HOUR: 2 } })
    const shared = aNumber()
    const [eve, bo, ida] = [
      await other.signedIn('client', { mobileNumber: shared }),
      await other.signedIn('client', { mobileNumber: shared }),
      await other.signedIn('client', { mobileNumber: aNumber() }),
    ]
    expect([(await ask(eve)).status, (await ask(eve)).status]).toEqual([200, 200])
    expect((await ask(bo)).status).toBe(429)
    await save(eve, aNumber())
    const refused = await ask(eve)
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    expect((await ask(ida)).status).toBe(200)
    await other.close()
  })

  test('codes are limited for the whole desk on one day, whoever asks', async () => {
    const other = await startApp({ sms: sms.account, settings: { SMS_CODES_PER_DAY: 2 } })
    const asked = async () => (await ask(await other.signedIn('client', { mobileNumber: aNumber() }))).status
    expect([await asked(), await asked()]).toEqual([200, 200])
    const eve = await other.signedIn('client', { mobileNumber: aNumber() })
    const refused = await ask(eve)
    expect(refused.status).toBe(429)
    const hours = Number(refused.headers['retry-after']) / 3600
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
    await other.close()
  })

  test('codes are limited for each address they are asked from, whoever asks', async () => {
    const other = await startApp({ sms: sms.account, settings: { SMS_CODES_PER_HOUR: 1 } })
    const askers = await Promise.all(
      Array.from({ length: 11 }, () => other.signedIn('client', { mobileNumber: aNumber() })),
    )
    const answers: number[] = []
    for (const who of askers) answers.push((await ask(who)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    await other.close()
  })
})

test('a server without an account for text messages verifies no numbers', async () => {
  const other = await startApp()
  const eve = await other.signedIn('client', { mobileNumber: number })
  expect(await own(eve)).toMatchObject({ isOffered: false, isProved: false })
  expect([(await ask(eve)).status, (await prove(eve, '123456')).status]).toEqual([409, 409])
  await other.close()
})
