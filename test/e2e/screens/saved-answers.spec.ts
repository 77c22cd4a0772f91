import { aSavedAnswer, aTicket } from '#test/factories.ts'
import type { SavedAnswer } from '#features/saved-answers/contract.ts'
import { violationsOf } from '#test/browser/axe.ts'
import { expect, test } from '#test/browser/desk.ts'
import { breakCalls, callsOf, hasArrived, isLive, isTold } from '#test/browser/steps.ts'

test('a helpdesk person inserts an answer by keys with its variables filled in, and saves what they wrote as another', async ({
  desk,
  person,
}) => {
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  const ticket = await aTicket(rosie, { subject: 'The lift is stuck' })
  const ada = await person('helpdesk', { path: null, firstName: 'Ada' })
  const text =
    'Hi {{requester.firstName}},\n\nwe have **{{ticket.subject}}** as {{ticket.number}}.\n\n{{me.firstName}}'
  await aSavedAnswer(ada.api, { title: 'We have it', text })
  await aSavedAnswer(ada.api, { title: 'Goodbye', text: 'We close this, as we have it done.' })
  const { page } = ada
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: /lift/ }) })
  const box = dialog.getByLabel('Add a comment')
  const list = page.getByRole('listbox', { name: 'Saved answers' })

  await box.pressSequentially('Call 1/2 or /')
  await expect(list).toHaveCount(0)
  await box.fill('')
  await box.pressSequentially('/')
  await expect(list.getByRole('option')).toHaveText([/^Goodbye/, /^We have it/, 'Manage saved answers…'])
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(box).toBeFocused()
  await expect(box).toHaveValue('/')

  await box.pressSequentially('have it')
  // Answers that fit by their title stand before those that fit by their text.
  await expect(list.getByRole('option')).toHaveText([/^We have it/, /^Goodbye/, 'Manage saved answers…'])
  await expect(list.getByRole('option').first()).toContainText(`Hi Rosie,\n\nwe have **The lift is stuck**`)
  await page.keyboard.press('Enter')
  const filled = `Hi Rosie,\n\nwe have **The lift is stuck** as ${ticket.ticketNumber}.\n\nAda`
  await expect(box).toHaveValue(filled)
  await page.keyboard.type('!')
  await expect(box).toHaveValue(`${filled}!`)

  // The button types the slash, and takes it back when nothing is chosen.
  await dialog.getByRole('button', { name: 'Saved Answers' }).click()
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue(`${filled}!`)
  await dialog.getByRole('button', { name: 'Saved Answers' }).click()
  await list.getByRole('option', { name: 'Save as answer…' }).click()
  const form = page.getByRole('dialog', { name: 'New Saved Answer' })
  await expect(form.getByLabel('Text')).toHaveValue(`${filled}!`)
  await form.getByLabel('Title').fill('We have it')
  await form.getByRole('button', { name: 'Save Answer' }).click()
  await isTold(page, 'Error', 'There is already a saved answer named We have it.')
  await form.getByLabel('Title').fill('Lift')
  await form.getByLabel('Text').fill('About the lift, {{who}}')
  await form.getByRole('button', { name: 'Save Answer' }).click()
  await expect(form.getByLabel('Text')).toHaveAccessibleDescription(/unknown variable \{\{who\}\}/)
  await form.getByLabel('Text').fill('About the lift, ')
  await form.getByRole('button', { name: 'requester.firstName' }).click()
  expect(await violationsOf(page)).toEqual([])
  await form.getByLabel('Text').fill('About **the lift**, {{requester.firstName}}')
  await form.getByRole('tab', { name: 'Preview' }).click()
  await expect(form.getByRole('tabpanel').locator('strong')).toHaveText('the lift')
  await expect(form.getByRole('group', { name: 'Insert a variable' })).toBeHidden()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('tab', { name: 'Write' }).click()
  await form.getByLabel('Text').fill('About the lift, {{requester.firstName}}')
  await form.getByLabel('Title').press('Enter')
  await isTold(page, 'Success', 'Answer “Lift” saved.')
  await expect(form).toHaveCount(0)
  await expect(box).toHaveValue(`${filled}!`)
  await box.fill('')
  await box.pressSequentially('/lift')
  await expect(list.getByRole('option').first()).toContainText('About the lift, Rosie')
  await page.keyboard.press('Tab')
  await expect(box).toHaveValue('About the lift, Rosie')
})

test('a new answer that is left by Escape is a draft, until it is discarded or cancelled', async ({
  person,
}) => {
  const { page } = await person('helpdesk')
  async function open() {
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeVisible({ timeout: 500 })
    }).toPass()
    await palette.getByRole('combobox').fill('canned')
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog', { name: 'Saved Answers' })
      .getByRole('button', { name: 'New Answer' })
      .click()
    return page.getByRole('dialog', { name: 'New Saved Answer' })
  }
  const form = await open()
  const text = form.getByLabel('Text')
  await text.fill('Dear ')
  await form.getByRole('button', { name: 'requester.firstName' }).click()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await page.reload()
  await hasArrived(page)
  await open()
  await expect(text).toHaveValue('Dear {{requester.firstName}}')
  await expect(form.getByText('Draft restored')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(text).toHaveValue('')
  await expect(form.getByText('Draft restored')).toHaveCount(0)

  await text.fill('Something else')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Saved Answers' })
    .getByRole('button', { name: 'New Answer' })
    .click()
  await expect(text).toHaveValue('')
})

test('an edit that Escape leaves is a draft of that saved answer alone, until it is saved', async ({
  person,
}) => {
  const { page, api } = await person('helpdesk')
  const id = await aSavedAnswer(api, { title: 'Goodbye', text: 'We close this.' })
  await aSavedAnswer(api, { title: 'Hello', text: 'Welcome.' })
  const list = page.getByRole('dialog', { name: 'Saved Answers' })
  const form = page.getByRole('form', { name: 'Saved answer' })
  const note = form.getByText('Draft restored')
  async function edit(title: string) {
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeVisible({ timeout: 500 })
    }).toPass()
    await palette.getByRole('combobox').fill('canned')
    await page.keyboard.press('Enter')
    await list.getByRole('button', { name: `Edit ${title}` }).click()
  }
  await edit('Goodbye')
  await form.getByLabel('Text').fill('We close this on Friday.')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await api.send('PATCH', `/api/saved-answers/${id}`, { title: 'Farewell' })
  await page.reload()
  await hasArrived(page)
  await edit('Hello')
  await expect(form.getByLabel('Text')).toHaveValue('Welcome.')
  await expect(note).toHaveCount(0)
  await page.reload()
  await hasArrived(page)
  await edit('Farewell')
  await expect(form.getByLabel('Text')).toHaveValue('We close this on Friday.')
  await expect(form.getByLabel('Title')).toHaveValue('Farewell')
  await expect(note).toBeVisible()
  await form.getByRole('button', { name: 'Save Answer' }).click()
  await isTold(page, 'Success', 'Answer “Farewell” saved.')
  await list.getByRole('button', { name: 'Edit Farewell' }).click()
  await expect(form.getByLabel('Text')).toHaveValue('We close this on Friday.')
  await expect(note).toHaveCount(0)
})

test('an answer that is shared is there for a colleague at once, who cannot change it, and is gone with its deletion', async ({
  desk,
  person,
}) => {
  const ticket = await aTicket(await desk.signedIn('client'))
  const ada = await person('helpdesk', { firstName: 'Ada', lastName: 'Berg' })
  const ida = await person('internal', { path: null })
  await ida.page.goto(`/?ticket=${ticket.id}`)
  const box = ida.page.getByLabel('Add a comment')
  const list = ida.page.getByRole('listbox', { name: 'Saved answers' })
  await box.pressSequentially('/')
  await expect(ida.page.getByText('No saved answers yet.')).toBeVisible()

  await ada.page.keyboard.press('Control+k')
  await ada.page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').fill('canned')
  await ada.page.keyboard.press('Enter')
  const answers = ada.page.getByRole('dialog', { name: 'Saved Answers' })
  await answers.getByRole('button', { name: 'New Answer' }).click()
  const form = ada.page.getByRole('dialog', { name: 'New Saved Answer' })
  await form.getByLabel('Title').fill('For us')
  await form.getByLabel('Text').fill('We are on it.')
  await form.getByRole('checkbox', { name: 'Internal staff' }).check()
  await form.getByRole('button', { name: 'Save Answer' }).click()
  await expect(answers.getByRole('listitem')).toContainText('Shared with Internal staff')
  expect(await violationsOf(ada.page)).toEqual([])

  await expect(list.getByRole('option')).toHaveText([/^For us/, 'Manage saved answers…'])
  await list.getByRole('option', { name: 'Manage saved answers…' }).click()
  const theirs = ida.page.getByRole('dialog', { name: 'Saved Answers' })
  await expect(theirs.getByRole('listitem')).toContainText('Shared by Ada Berg with Internal staff')
  await expect(theirs.getByRole('button', { name: /Edit|Delete/ })).toHaveCount(0)

  await answers.getByRole('button', { name: 'Edit For us' }).click()
  const edit = ada.page.getByRole('dialog', { name: 'Edit Saved Answer' })
  await edit.getByLabel('Title').fill('For all of us')
  // Somebody else writes at another field of it meanwhile.
  const saved = async (title: string) =>
    (await ada.api.get<SavedAnswer[]>('/api/saved-answers')).body.find((answer) => answer.title === title)
  const { id } = (await saved('For us'))!
  const other = await desk.signedIn('super_user')
  await other.send('PATCH', `/api/saved-answers/${id}`, { text: 'Somebody is on it.' })
  await edit.getByRole('button', { name: 'Save Answer' }).click()
  await expect(theirs.getByRole('listitem')).toContainText('For all of us')
  expect(await saved('For all of us')).toMatchObject({ text: 'Somebody is on it.' })
  await answers.getByRole('button', { name: 'Delete For all of us' }).click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(answers.getByText('No saved answers yet')).toBeVisible()
  await expect(theirs.getByText('No saved answers yet')).toBeVisible()
  await ida.page.keyboard.press('Escape')
  await expect(theirs).toHaveCount(0)
  await expect(box).toBeFocused()
})

test('a client who types a slash writes a slash, and their browser never asks for answers', async ({
  person,
}) => {
  const { page, api } = await person('client', { path: null })
  const ticket = await aTicket(api)
  const calls = callsOf(page, 'GET')
  await page.goto(`/?ticket=${ticket.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Add a comment').pressSequentially('/')
  await page.keyboard.press('Enter')
  await page.keyboard.type('etc')
  await expect(dialog.getByLabel('Add a comment')).toHaveValue('/\netc')
  await expect(dialog.getByRole('button', { name: 'Saved Answers' })).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await isTold(page, 'Success', 'Comment added successfully.')
  expect(calls.filter((path) => path.startsWith('/api/saved-answers'))).toEqual([])
})

test('answers that do not load are said not to, in the list and in the dialog, where they are asked for again', async ({
  desk,
  person,
}) => {
  const ticket = await aTicket(await desk.signedIn('client'))
  const { page, api } = await person('internal', { path: null })
  await aSavedAnswer(api, { title: 'Mine' } satisfies Partial<SavedAnswer>)
  const mend = await breakCalls(page, '**/api/saved-answers')
  await page.goto(`/?ticket=${ticket.id}`)
  await page.getByLabel('Add a comment').pressSequentially('/')
  await expect(page.getByText('The saved answers could not be loaded.')).toBeVisible()
  await page.getByRole('option', { name: 'Manage saved answers…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved Answers' })
  await expect(dialog.getByRole('alert')).toContainText('The saved answers could not be loaded.')
  await mend()
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('Mine')
  await dialog.getByRole('button', { name: 'Edit Mine' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Saved Answer' })
  await expect(form.getByRole('group', { name: 'Shared with' })).toHaveCount(0)
})

test('saved answers that are shown stay when they cannot be loaded again', async ({ desk, person }) => {
  const ticket = await aTicket(await desk.signedIn('client'))
  const { page, api } = await person('internal', { path: null })
  await aSavedAnswer(api, { title: 'Kept' } satisfies Partial<SavedAnswer>)
  await page.goto(`/?ticket=${ticket.id}`)
  await isLive(page)
  await page.getByLabel('Add a comment').pressSequentially('/')
  await page.getByRole('option', { name: 'Manage saved answers…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved Answers' })
  const search = dialog.getByRole('searchbox', { name: 'Search saved answers' })
  await search.fill('kep')
  await breakCalls(page, '**/api/saved-answers')
  await aSavedAnswer(api, { title: 'New' } satisfies Partial<SavedAnswer>)
  await expect(dialog.getByRole('alert')).toContainText('The saved answers could not be loaded.')
  await expect(search).toHaveValue('kep')
  await expect(search).toBeFocused()
  await expect(dialog.getByRole('listitem')).toContainText('Kept')
})
