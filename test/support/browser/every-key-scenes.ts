import type { Locator, Page } from '@playwright/test'
import { aComment, aSavedAnswer } from '#test/factories.ts'
import { boardPath, cardOf } from './board.ts'
import { boxOf, logOf, rowWith, say, showChat } from './chat.ts'
import { expect } from './desk.ts'
import { at, briefly, focusOn, type Place, type Scene } from './every-key.ts'
import { rowOf } from './steps.ts'
import { button, several } from './tickets.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const row = (page: Page) => rowOf(page, 'Ticket 1')
const card = (page: Page) => cardOf(page, 'Ticket 1')

/** A place in what opens over the screen. */
const within = (
  name: string,
  open: (page: Page) => Promise<void>,
  find: (page: Page) => Locator,
  more: Pick<Place, 'isChoice' | 'promises'> = {},
): Place => ({
  name,
  async focus(page) {
    await open(page)
    await focusOn(find(page))
  },
  ...more,
})

const list: Scene = {
  where: 'in the list',
  async prepare({ api }) {
    await several(api, 2)
    return '/tickets'
  },
  hasOpened: (page) => expect(row(page)).toBeVisible(),
  places: [
    at('the link of a row', (page) => row(page).getByRole('link')),
    at('the box of a row', (page) => row(page).getByRole('checkbox')),
    at('the status of a row', (page) => button(row(page), 'Open')),
    at('the assignment of a row', (page) => button(row(page), /^Assign /)),
    at('a filter', (page) => field(page, 'Status')),
    at('the search', (page) => page.getByRole('searchbox', { name: 'Search tickets' })),
    at('the head of a column', (page) => button(page.getByRole('columnheader', { name: 'Created' }), /./)),
    {
      name: 'a filter after a choice by mouse',
      async focus(page) {
        await field(page, 'Status').click(briefly)
        await page.getByRole('option', { name: /^All statuses/ }).click(briefly)
      },
    },
    within(
      'the open list of a row',
      (page) => button(row(page), 'Open').click(briefly),
      (page) => page.getByRole('menu', { name: 'Status' }).getByRole('menuitem', { name: 'Testing' }),
      { isChoice: true },
    ),
  ],
}

const board: Scene = {
  where: 'on the board',
  async prepare({ api }) {
    await several(api, 2)
    return boardPath
  },
  hasOpened: (page) => expect(card(page)).toBeVisible(),
  places: [
    at('the title of a card', (page) => card(page).getByRole('link')),
    at('the grip', (page) => button(card(page), /^Move /)),
    at('the priority of a card', (page) => button(card(page), 'Medium')),
    at('a status of a card', (page) => button(card(page), 'Testing'), { isChoice: true }),
    at('the view button of a card', (page) => button(card(page), /^View /)),
  ],
}

const comments = /^POST \/api\/tickets\/[^/]+\/comments$/
const messages = /^POST \/api\/tickets\/[^/]+\/chat$/

const inTicket = (page: Page, name: string) =>
  page.getByRole('dialog', { name: /Ticket 1$/ }).getByLabel(name, { exact: true })

const ticket: Scene = {
  where: 'in a ticket',
  async prepare({ api, page }) {
    const [first] = await several(api, 1)
    await aComment(api, first!.id, 'We are on it')
    await say(api, first!.id, 'It smokes')
    await page.setViewportSize({ width: 1440, height: 900 })
    return `/tickets?ticket=${first!.id}`
  },
  async hasOpened(page) {
    await expect(page.locator('li').filter({ hasText: 'We are on it' })).toBeVisible()
    await showChat(page)
    await expect(rowWith(page, 'It smokes')).toBeVisible()
    await expect(boxOf(page)).toBeEnabled()
  },
  places: [
    at('the title', (page) => page.getByRole('heading', { level: 2, name: /Ticket 1$/ })),
    at('the composer', (page) => field(page, 'Add a comment'), {
      promises: { 'Control+Enter': comments, 'Control+Shift+Enter': comments },
    }),
    at('the choice of who reads the comment', (page) =>
      page.getByRole('checkbox', { name: 'Internal comment' }),
    ),
    at('the status', (page) => inTicket(page, 'Status')),
    at('the priority', (page) => inTicket(page, 'Priority')),
    at('the assignee', (page) => inTicket(page, 'Assign To')),
    at('a line of the conversation', (page) => page.locator('li').filter({ hasText: 'We are on it' })),
    at('the messages of the chat', logOf),
    at('the box of the chat', boxOf, { promises: { Enter: messages, 'Control+Enter': messages } }),
    at('the print button', (page) => button(page, 'Print Ticket'), { isChoice: true }),
    at('the button that deletes', (page) => button(page, 'Delete Ticket')),
    within(
      'the question before deleting',
      (page) => button(page, 'Delete Ticket').click(briefly),
      (page) => button(page.getByRole('alertdialog'), 'Cancel'),
    ),
  ],
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const palette = (page: Page) => dialog(page, 'Search and commands').getByRole('combobox')
const newTicket = (page: Page) => button(page, 'Create Ticket').click(briefly)

const dialogs: Scene = {
  where: 'in the dialogs',
  async prepare({ api }) {
    await several(api, 2)
    await aSavedAnswer(api, { title: 'We have it' })
    return '/tickets'
  },
  hasOpened: (page) => expect(row(page)).toBeVisible(),
  places: [
    within('the subject of a new ticket', newTicket, (page) =>
      dialog(page, 'Create Ticket').getByLabel('Subject', { exact: true }),
    ),
    within('the priority of a new ticket', newTicket, (page) =>
      dialog(page, 'Create Ticket').getByLabel('Priority', { exact: true }),
    ),
    within('the palette', (page) => page.keyboard.press('Control+k'), palette, { isChoice: true }),
    within(
      'the switch in the sheet of shortcuts',
      async (page) => {
        await row(page).getByRole('link').focus()
        await page.keyboard.press('?')
      },
      (page) => dialog(page, 'Keyboard shortcuts').getByRole('checkbox'),
      { isChoice: true },
    ),
    within(
      'a button of the saved answers',
      async (page) => {
        await page.keyboard.press('Control+k')
        await palette(page).fill('canned')
        await expect(page.getByRole('option', { name: 'Saved Answers' })).toBeVisible()
        await page.keyboard.press('Enter')
      },
      (page) => button(dialog(page, 'Saved Answers'), 'Edit We have it'),
    ),
  ],
}

export const scenes = [list, board, ticket, dialogs]
