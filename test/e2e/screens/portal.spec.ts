import { expect, test } from '#test/browser/desk.ts'
import { change } from '#test/factories.ts'
import { breakCalls, callsOf, holdCalls, isTold, rowOf } from '#test/browser/steps.ts'
import { button, field, several, showsSubjects } from '#test/browser/tickets.ts'
import { path, outage, write, holds, asNew } from '#test/browser/portal-screen.ts'

test('a client who leaves required fields empty is told so at each field, and nothing is sent', async ({
  person,
}) => {
  const { page } = await person('client', { path })
  await holds(page, asNew)
  const posts = callsOf(page, 'POST')
  await button(page, 'Submit Ticket').click()
  for (const label of ['Subject', 'Description', 'Customer', 'Product'])
    await expect(field(page, label)).toHaveAccessibleDescription(`${label} is required`)
  await expect(field(page, 'Subject')).toBeFocused()
  await field(page, 'Subject').fill('   ')
  await button(page, 'Submit Ticket').click()
  await expect(field(page, 'Subject')).toHaveAccessibleDescription('Subject is required')
  expect(posts).toEqual([])
})

test('a client whose ticket could not be submitted keeps every word and submits again', async ({
  person,
}) => {
  const { page } = await person('client', { path })
  await write(page, outage)
  const repair = await breakCalls(page, '**/api/tickets', { method: 'POST' })
  await button(page, 'Submit Ticket').click()
  await isTold(page, 'Error', 'Failed to submit ticket. Please try again.')
  await holds(page, outage)
  await repair()
  await button(page, 'Submit Ticket').click()
  await isTold(page, 'Success', /Ticket TKT-\d{6} has been submitted successfully\./)
  await expect(rowOf(page, outage.Subject)).toHaveCount(1)
})

test('a client who clicks twice submits one ticket', async ({ person }) => {
  const { page, api } = await person('client', { path })
  await write(page, outage)
  const posts = callsOf(page, 'POST')
  await button(page, 'Submit Ticket').dblclick()
  await isTold(page, 'Success', /Ticket TKT-\d{6} has been submitted successfully\./)
  await expect(rowOf(page, outage.Subject)).toHaveCount(1)
  expect(posts).toEqual(['/api/tickets'])
  expect((await api.get('/api/tickets')).body['total']).toBe(1)
})

test('the text that a client writes while their ticket is being sent stays for the next one', async ({
  person,
}) => {
  const { page } = await person('client', { path })
  await write(page, outage)
  const release = await holdCalls(page, /\/api\/tickets$/, 'POST')
  await button(page, 'Submit Ticket').click()
  await field(page, 'Subject').fill('Another')
  await release()
  await isTold(page, 'Success', /Ticket TKT-\d{6} has been submitted successfully\./)
  await holds(page, { ...outage, Subject: 'Another' })
  await page.reload()
  await holds(page, { ...outage, Subject: 'Another' })
})

test('a client reads what to expect of the support beside, below or under the form', async ({ person }) => {
  const { page } = await person('client', { path })
  const cards = page.getByRole('list', { name: 'Support', exact: true }).getByRole('listitem')
  const words = [
    /Live Chat.*choose Live Chat/s,
    /Quick Response.*2-4 hours during business hours/s,
    /Expert Support/,
  ]
  const boxes = async () =>
    (await Promise.all((await cards.all()).map((card) => card.boundingBox()))).map((box) => box!)
  const form = page.getByRole('region', { name: 'Submit a ticket' })

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(cards).toContainText(words)
  const formBox = (await form.boundingBox())!
  for (const { x } of await boxes()) expect(x).toBeGreaterThan(formBox.x + formBox.width)

  await page.setViewportSize({ width: 1024, height: 900 })
  await expect(async () => {
    const tops = (await boxes()).map(({ y }) => y)
    expect(new Set(tops).size).toBe(1)
    const below = (await form.boundingBox())!
    expect(tops[0]).toBeGreaterThan(below.y + below.height)
  }).toPass()

  await page.setViewportSize({ width: 390, height: 844 })
  const response = cards.filter({ hasText: 'Quick Response' })
  await expect(async () => {
    for (const { height } of await boxes()) expect(height).toBeLessThan(60)
  }).toPass()
  await response.getByText('Quick Response').click()
  await expect(response.getByRole('paragraph')).toBeVisible()
  await expect(response.getByRole('paragraph')).toContainText('2-4 hours during business hours')
})

test('no ticket moves under the pointer of a client while the desk works', async ({ person, colleague }) => {
  const { page, api } = await person('client', { path: null })
  const [first] = await several(api, 2)
  await page.goto(path)
  await rowOf(page, 'Ticket 2').hover()
  await change(colleague, first!.id, { status: 'testing' })
  await expect(button(page, '1 update · Show')).toBeVisible()
  await expect(rowOf(page, 'Ticket 1')).toContainText('Testing')
  await showsSubjects(page, ['Ticket 2', 'Ticket 1'])
  await page.mouse.move(5, 5)
  await showsSubjects(page, ['Ticket 1', 'Ticket 2'])
})
