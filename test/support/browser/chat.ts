import type { Locator, Page } from '@playwright/test'
import type { ChatMessage } from '#features/chat/contract.ts'
import type { Caller } from '#test/harness.ts'
import { expect, type Person } from './desk.ts'

export const lost = 'Connection lost. Attempting to reconnect...'

/** Wide enough for the chat to stand beside the ticket. */
export const roomy = { width: 1440, height: 900 }

export async function say(by: Caller, ticketId: string, message: string): Promise<ChatMessage> {
  const { status, body } = await by.post<{ message: ChatMessage }>(`/api/tickets/${ticketId}/chat`, {
    message,
  })
  expect(status).toBe(201)
  return body.message
}

export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Ticket Chat' })
export const logOf = (page: Page): Locator => panelOf(page).getByRole('log')
export const boxOf = (page: Page): Locator => panelOf(page).getByRole('textbox', { name: 'Message' })
export const rowsOf = (page: Page): Locator => logOf(page).locator('[data-message]')
export const rowWith = (page: Page, text: string): Locator => rowsOf(page).filter({ hasText: text })
export const dotsOf = (page: Page): Locator => panelOf(page).locator('[data-typing]')

export const toggleOf = (page: Page): Locator => page.getByRole('button', { name: /^Live Chat/ })

/** Opens the chat beside the open ticket, if it has not opened by itself. */
export async function showChat(page: Page): Promise<void> {
  const toggle = toggleOf(page)
  await expect(toggle).toBeVisible()
  if ((await toggle.getAttribute('aria-pressed')) === 'false') await toggle.click()
  await expect(panelOf(page)).toContainText('Connected')
}

/** Opens the ticket with its chat at somebody's. */
export async function openChat({ page }: Pick<Person, 'page'>, ticketId: string): Promise<void> {
  await page.setViewportSize(roomy)
  await page.goto(`/?ticket=${ticketId}`)
  await showChat(page)
}

export const textsOf = (page: Page): Promise<string[]> =>
  rowsOf(page).locator('p.whitespace-pre-wrap').allTextContents()

interface Frame {
  type: string
  [field: string]: unknown
}

/** Collects the frames that the page sends on its sockets from now on, and the address of each socket. */
export function listenToSocket(page: Page) {
  const frames: Frame[] = []
  const addresses: string[] = []
  page.on('websocket', (socket) => {
    addresses.push(socket.url())
    socket.on('framesent', ({ payload }) => frames.push(JSON.parse(String(payload)) as Frame))
  })
  return { frames, addresses, of: (type: string) => frames.filter((frame) => frame.type === type) }
}

/** A `Notification` of the browser's that only takes notes. */
export async function stubNotifications(page: Page, permission: NotificationPermission): Promise<void> {
  await page.addInitScript((first) => {
    const notes: unknown[] = []
    class Stub extends EventTarget {
      static permission: string = first
      static async requestPermission() {
        Stub.permission = 'granted'
        return 'granted'
      }
      readonly note
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        super()
        this.note = { title, body, tag, shownAt: Date.now(), closedAfter: 0 }
        notes.push(this.note)
      }
      close() {
        this.note.closedAfter = Date.now() - this.note.shownAt
      }
    }
    Object.assign(window, { Notification: Stub, notes })
  }, permission)
}

export interface Note {
  title: string
  body: string
  tag: string
  closedAfter: number
}
export const notesOf = (page: Page): Promise<Note[]> =>
  page.evaluate(() => (window as unknown as { notes: Note[] }).notes)
