import { setTimeout as wait } from 'node:timers/promises'
import type { Caller, TestApp } from './harness.ts'
import { settingsFor, type Smtp } from './smtp.ts'

/** Lets this mail server send what there is to say from now on. */
export async function sendThrough(bySuperUser: Caller, smtp: Pick<Smtp, 'port'>): Promise<void> {
  const { status, body } = await bySuperUser.put('/api/admin/email-settings', settingsFor(smtp))
  if (status !== 200) throw new Error(`setting up mail answered ${status}: ${JSON.stringify(body)}`)
}

const open = `select
    (select position from log_head) > (select position from notification_progress) as is_behind,
    (select count(*)::int from notification_mails
      where due_at <= $1 or (due_at is not null and attempts > 0 and failure is null)) as due`

/** Waits until all that happened has been looked at and nothing is due. */
export async function untilMailed({ database, clock }: Pick<TestApp, 'database' | 'clock'>): Promise<void> {
  const end = Date.now() + 15_000
  for (let calm = 0; calm < 2;) {
    const { rows } = await database.pool.query<{ is_behind: boolean; due: number }>(open, [clock.now()])
    calm = rows[0]?.is_behind || rows[0]?.due ? 0 : calm + 1
    if (Date.now() > end) throw new Error(`mails are not done: ${JSON.stringify(rows[0])}`)
    await wait(50)
  }
}
