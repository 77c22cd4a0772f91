import type { Page, Request } from '@playwright/test'
import { expect, test } from '#test/browser/desk.ts'

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** The calls that screens arrange things with for their person; no act of the specification. */
const aside = [
  '/api/settings',
  '/api/auth/demo',
  /\/comments\/[^/]+\/read$/,
  '/api/admin/email-settings/preview',
]
const isAside = (path: string) =>
  aside.some((one) => (typeof one === 'string' ? one === path : one.test(path)))

/** A call as it is stated: `PATCH /api/products/<id>`, and the fields of its body with the values this act gives them. */
export type Stated = readonly [call: string, body?: Record<string, unknown> | null]

/**
 * Does something on a screen, and compares the calls by which the screen changes anything with those that are stated.
 * Fields beside the stated ones are the screen's own affair, another path or method is not.
 */
export async function sends(
  page: Page,
  act: string,
  stated: readonly Stated[],
  doIt: () => Promise<void>,
): Promise<void> {
  await test.step(act, async () => {
    const sent: { call: string; body: unknown }[] = []
    const note = (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === 'GET' || !pathname.startsWith('/api/') || isAside(pathname)) return
      const isFile = !request.headers()['content-type']?.startsWith('application/json')
      const query = searchParams.size > 0 && !isFile ? `?${searchParams}` : ''
      sent.push({
        call: `${request.method()} ${pathname}${query}`,
        body: isFile ? null : (request.postDataJSON() as unknown),
      })
    }
    page.on('request', note)
    await doIt()
    await expect.poll(() => sent.map(({ call }) => call), act).toEqual(stated.map(([call]) => call))
    page.off('request', note)
    for (const [index, [, body = null]] of stated.entries())
      if (body === null) expect(sent[index]?.body, act).toBeNull()
      else expect(sent[index]?.body, act).toMatchObject(body)
  })
}

/** Picks somebody or something in a searchable field of the open dialog. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const box = page.getByRole('dialog').getByRole('combobox', { name: label, exact: true })
  await box.fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

export async function fillIn(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).last().fill(value)
}

/**
 * Opens a screen, or does something on it, and waits for the reads that are stated: each by its path, and with the stated
 * part of its query where there is one. Other reads are the screen's own affair.
 */
export async function reads(
  page: Page,
  act: string,
  stated: readonly string[],
  doIt: () => Promise<unknown>,
) {
  await test.step(act, async () => {
    const asked: URL[] = []
    const note = (request: Request) => request.method() === 'GET' && asked.push(new URL(request.url()))
    page.on('request', note)
    await doIt()
    const isAsked = (call: string) => {
      const { pathname, searchParams } = new URL(call, 'http://desk')
      return asked.some(
        (url) =>
          url.pathname === pathname &&
          [...searchParams].every(([name, value]) => url.searchParams.get(name) === value),
      )
    }
    await expect.poll(() => stated.filter((call) => !isAsked(call)), act).toEqual([])
    page.off('request', note)
  })
}
