import type { Page } from '@playwright/test'
import { fill, emails, password } from '../../../scripts/bench/fill.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { boardPath, cardOf, cardsIn, carried, columnOf, hold, middleOf } from '#test/browser/board.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'
import { isTold } from '#test/browser/steps.ts'
import { button, listen } from '#test/browser/tickets.ts'

test.setTimeout(600_000)

/** Spreads as many of the tickets over the four columns, and closes the rest. */
const spread = ({ pool }: OpenDatabase, count: number) =>
  pool.query(
    `update tickets set status = case when substring(ticket_number from 5)::int > $1 then 'closed'
      else (array['open', 'progress', 'testing', 'resolved'])[1 + substring(ticket_number from 5)::int % 4] end`,
    [count],
  )

/** Milliseconds that the thread of the page computes; a machine busy with other things does not change them. */
async function computingOf(page: Page, work: () => Promise<void>): Promise<number> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const sofar = async () => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN
  }
  const before = await sofar()
  await work()
  const after = await sofar()
  await devTools.detach()
  return (after - before) * 1000
}

/** Carries the card in the air over every column and back. */
async function carryAround(page: Page): Promise<void> {
  const stops: { x: number; y: number }[] = []
  for (const column of ['Testing', 'Resolved', 'Open', 'Resolved'])
    stops.push(await middleOf(columnOf(page, column)))
  for (const stop of stops) await page.mouse.move(stop.x, stop.y, { steps: 8 })
  await expect(carried(page)).toHaveCount(1)
}

/** Takes hold of the first card in progress. @returns its subject */
async function takeUp(page: Page): Promise<string> {
  const subject = await cardsIn(page, 'In Progress').first().getByRole('link').textContent()
  const { x, y } = await hold(page, subject ?? '')
  await page.mouse.move(x + 12, y)
  await expect(carried(page)).toHaveCount(1)
  return subject ?? ''
}

async function loadBoard(page: Page): Promise<void> {
  await page.reload()
  await expect(cardsIn(page, 'Resolved')).toHaveCount(20)
  await expect(cardsIn(page, 'Open')).toHaveCount(20)
}

async function openBoard(desk: TestApp, visitor: (url: string) => Promise<Page>): Promise<Page> {
  const url = await desk.listen()
  const page = await visitor(url)
  const [name = '', value = ''] = (await desk.signIn(emails.helpdesk, password)).cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
  await page.goto(boardPath)
  await expect(cardsIn(page, 'Open')).toHaveCount(20)
  // Once more for what the browser compiles and keeps.
  await loadBoard(page)
  return page
}

test('a board of 5,000 tickets costs no more than one of eighty, and makes few calls', async ({
  visitor,
}, info) => {
  const database = await openTestDatabase()
  const few = { loading: 0, carrying: 0 }
  const many = { ...few }
  await fill(database, 5000)

  await test.step('eighty tickets', async () => {
    await spread(database, 80)
    const desk = await startApp({ webRoot, database })
    const page = await openBoard(desk, visitor)
    few.loading = await computingOf(page, () => loadBoard(page))
    await takeUp(page)
    few.carrying = await computingOf(page, () => carryAround(page))
    await page.close()
    await desk.close()
  })

  await test.step('5,000 tickets', async () => {
    await spread(database, 5000)
    // One that has not counted them yet.
    const desk = await startApp({ webRoot, database })
    const page = await openBoard(desk, visitor)
    const { lists } = listen(page)
    many.loading = await computingOf(page, () => loadBoard(page))
    expect(lists).toHaveLength(4)
    expect(lists.every((query) => query.includes('limit=20'))).toBe(true)
    await expect(columnOf(page, 'Open')).toHaveAccessibleName('Open, 1,250 tickets')

    const more = button(columnOf(page, 'Open'), 'Show more')
    for (const shown of [70, 120, 170]) {
      await more.click()
      await expect(cardsIn(page, 'Open')).toHaveCount(shown)
    }
    expect(lists.slice(4).map((query) => query.replace(/^.*limit/, 'limit'))).toEqual([
      'limit=50&offset=20',
      'limit=50&offset=70',
      'limit=50&offset=120',
    ])

    const subject = await takeUp(page)
    many.carrying = await computingOf(page, () => carryAround(page))
    const before = lists.length
    await page.mouse.up()
    await isTold(page, 'Success', 'Ticket status updated successfully.')
    const resolved = columnOf(page, 'Resolved')
    await expect(resolved.locator(cardOf(page, subject)).first()).toBeVisible()
    await expect(resolved).toHaveAccessibleName('Resolved, 1,251 tickets')
    await expect(cardsIn(page, 'Open')).toHaveCount(170)
    await page.waitForLoadState('networkidle')
    const asked = lists.slice(before)
    expect(asked.every((query) => query.includes('limit=20&offset=0'))).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(12)
    await page.close()
    await desk.close()
  })
  await database.close()

  const measured = JSON.stringify({ few, many })
  info.annotations.push({ type: 'milliseconds of computing', description: measured })
  // Equal numbers of cards are loaded; those that "Show more" has brought cost next to nothing while out of sight.
  expect(many.loading, measured).toBeLessThan(few.loading * 1.5)
  expect(many.carrying, measured).toBeLessThan(few.carrying * 2)
})
