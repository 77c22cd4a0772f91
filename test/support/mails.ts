import { setTimeout as wait } from 'node:timers/promises'
import { lastOccasion, nextOccasion, notifiedAfterMs } from '#features/notifications/server/schedule.ts'
import { aTicket } from './factories.ts'
import { password, type Caller, type TestApp } from './harness.ts'
import { settingsFor, type Smtp } from '#test/services/smtp.ts'

const lookEveryMs = 30

/** Lets this mail server send what there is to say from now on. */
export async function sendThrough(bySuperUser: Caller, smtp: Pick<Smtp, 'port'>): Promise<void> {
  // They may have signed in a while ago.
  await bySuperUser.post('/api/auth/password', { password })
  const { status, body } = await bySuperUser.put('/api/admin/email-settings', settingsFor(smtp))
  if (status !== 200) throw new Error(`setting up mail answered ${status}: ${JSON.stringify(body)}`)
}

/** Drops what there is to mail of what others did before, so that nobody but the test's own people is sent anything. */
export async function dropMails({ database: { pool } }: Pick<TestApp, 'database'>): Promise<void> {
  const behind = `select position < (select position from log_head) as is_behind from log_followers where name = 'notifications'`
  const end = Date.now() + 60_000
  while ((await pool.query<{ is_behind: boolean }>(behind)).rows[0]?.is_behind) {
    if (Date.now() > end) throw new Error('What happened is not looked at.')
    await wait(lookEveryMs)
  }
  await pool.query("delete from deliveries where kind = 'mail'")
}

interface Open {
  is_behind: boolean
  misses_calendar: boolean
  due: number
}

// A first try has no failure yet; another one is leased for a minute, and its failure is due later than that.
const open = `select
    (select daily_at < $2 or daily_at > $3 or weekly_at < $4 or weekly_at > $5 from notification_progress) as misses_calendar,
    (select position from log_head) > (select position from log_followers where name = 'notifications') as is_behind,
    (select count(*)::int from deliveries
      where kind in ('mail', 'text') and (due_at <= $1 or (due_at is not null and attempts > 0 and failure is null)
        or (attempts > 1 and due_at > $1::timestamptz + interval '45 seconds' and due_at <= $1::timestamptz + interval '1 minute'))
    ) as due`

/**
 * Lets the time pass in which comments can be taken back: what is told after that is due now.
 * @returns whether there is any
 */
async function letTold({
  database,
  clock,
  bus,
}: Pick<TestApp, 'database' | 'clock' | 'bus'>): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `update deliveries set due_at = $1
      where kind in ('mail', 'text') and attempts = 0 and due_at > $1 and due_at = created_at + make_interval(secs => $2)`,
    [clock.now(), notifiedAfterMs / 1000],
  )
  if (!rowCount) return false
  bus.wake()
  return true
}

/**
 * Waits until all that happened has been looked at, and no mail or text is due, nor soon because it can be taken back until then.
 * @param timeZone with one, the calendar must have been looked at, too; something must have happened since the clock was set
 */
export async function untilMailed(
  desk: Pick<TestApp, 'database' | 'clock' | 'bus'>,
  timeZone?: string,
): Promise<void> {
  const { database, clock } = desk
  const occasions = () =>
    (['daily', 'weekly'] as const).flatMap((cadence): unknown[] =>
      timeZone === undefined
        ? ['-infinity', 'infinity']
        : [lastOccasion, nextOccasion].map((find) => find(cadence, clock.now(), timeZone).at),
    )
  const end = Date.now() + 60_000
  for (;;) {
    const { rows } = await database.pool.query<Open>(open, [clock.now(), ...occasions()])
    const [row] = rows
    const isToldLater = row?.is_behind === false && (await letTold(desk))
    if (row && !row.is_behind && !row.misses_calendar && !row.due && !isToldLater) return
    if (Date.now() > end) throw new Error(`mails are not done: ${JSON.stringify(row)}`)
    await wait(lookEveryMs)
  }
}

const nearMs = 3 * 60 * 60_000

/** Has the digests of this day go out now if they are near: a test that counts mails would meet them. */
export async function passDigests(
  desk: Pick<TestApp, 'database' | 'clock' | 'bus'>,
  bySuperUser: Caller,
): Promise<void> {
  const { at } = nextOccasion('daily', desk.clock.now(), 'UTC')
  if (at.getTime() - desk.clock.now().getTime() > nearMs) return
  desk.clock.set(new Date(at.getTime() + 1000))
  await aTicket(bySuperUser)
  await untilMailed(desk, 'UTC')
}
