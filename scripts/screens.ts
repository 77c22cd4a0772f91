import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { start } from '#app/server/start.ts'
import { defaultCompany, defaultPort, type EmailSettings } from '#features/mail-settings/contract.ts'
import { readEnv } from '#platform/server/process/env.ts'
import { demoPassword, emailOf, people } from '#features/demo/server/story/cast.ts'
import { seedDemo } from '#demo/seed.ts'
import { ensureWebBuilt } from './build.ts'
import { findChromium } from './chromium.ts'
import { root } from './run.ts'

// Writes docs/screens: of each screen one sheet that shows it at three widths in two themes, and empty, loading and failed.
// node scripts/screens.ts [NAME …]

type Theme = 'light' | 'dark'
interface Size {
  width: number
  height: number
}
const sizes: Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]
const themes: Theme[] = ['light', 'dark']
/** States beside the full one are looked at on a desk in the one theme and on a phone in the other. */
const stateLooks = [
  { size: sizes[0]!, theme: 'light' },
  { size: sizes[2]!, theme: 'dark' },
] as const

interface Screen {
  name: string
  /** Whose screen it is; absent: nobody is signed in. */
  role?: 'super_user' | 'helpdesk' | 'client'
  path: string
  /** The call whose answer fills it, and what it answers when there is nothing. */
  filledBy?: { call: RegExp; empty: unknown }
  /** What is opened on it. */
  prepare?(page: Page): Promise<void>
}

const noTickets = { tickets: [], total: 0 }
const notConfigured = {
  smtpHost: '',
  smtpPort: defaultPort,
  smtpUsername: '',
  fromEmail: '',
  replyToEmail: '',
  companyName: defaultCompany,
  useSSL: false,
  useTLS: true,
  isConfigured: false,
  emailTemplate: { subject: '{{subject}}', htmlTemplate: '<p>{{message}}</p>', textTemplate: '{{message}}' },
} satisfies EmailSettings
const openATicket = async (page: Page) => page.locator('[data-ticket-id] a').first().click()

const screens: Screen[] = [
  { name: 'sign-in', path: '/' },
  {
    name: 'my-tickets',
    role: 'helpdesk',
    path: '/',
    filledBy: { call: /\/api\/tickets\?/, empty: noTickets },
  },
  {
    name: 'client-portal',
    role: 'client',
    path: '/client-portal',
    filledBy: { call: /\/api\/tickets\?/, empty: noTickets },
  },
  {
    name: 'tickets',
    role: 'helpdesk',
    path: '/tickets',
    filledBy: { call: /\/api\/tickets\?/, empty: noTickets },
  },
  {
    name: 'board',
    role: 'helpdesk',
    path: '/tickets?view=board',
    filledBy: { call: /\/api\/tickets\?/, empty: noTickets },
  },
  { name: 'ticket', role: 'helpdesk', path: '/tickets', prepare: openATicket },
  {
    name: 'palette',
    role: 'helpdesk',
    path: '/dashboard',
    async prepare(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('printer')
    },
  },
  {
    name: 'dashboard',
    role: 'super_user',
    path: '/dashboard',
    filledBy: {
      call: /\/api\/stats$/,
      empty: { totalTickets: 0, openTickets: 0, avgResponseTime: 'N/A', resolutionRate: 0 },
    },
  },
  {
    name: 'users',
    role: 'super_user',
    path: '/users',
    filledBy: { call: /\/api\/users(\?|$)/, empty: [] },
  },
  {
    name: 'clients',
    role: 'super_user',
    path: '/clients',
    filledBy: { call: /\/api\/clients$/, empty: [] },
    async prepare(page) {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    },
  },
  {
    name: 'products',
    role: 'super_user',
    path: '/products',
    filledBy: { call: /\/api\/products$/, empty: [] },
    async prepare(page) {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    },
  },
  {
    name: 'email-management',
    role: 'super_user',
    path: '/email-management',
    async prepare(page) {
      await page.getByRole('combobox').first().click()
      await page.getByRole('option').first().click()
      // Once it is stored, later looks find it stored.
      const none = page.getByRole('button', { name: 'Create Default Preferences' })
      const stored = page.getByRole('switch')
      await none.or(stored.first()).waitFor()
      if (await none.isVisible()) await none.click()
    },
  },
  {
    name: 'email-settings',
    role: 'super_user',
    path: '/email-settings',
    filledBy: { call: /\/api\/admin\/email-settings$/, empty: notConfigured },
  },
  { name: 'profile', role: 'client', path: '/profile' },
  {
    name: 'audit',
    role: 'super_user',
    path: '/audit?type=ticket.changed',
    filledBy: { call: /\/api\/audit(\?|$)/, empty: { entries: [], next: null } },
  },
]

const states = ['empty', 'loading', 'failed'] as const
type State = 'full' | (typeof states)[number]

const shownAt = 0.3
const gap = 12

async function signIn(page: Page, url: string, role: NonNullable<Screen['role']>): Promise<void> {
  const person = people.find((one) => one.role === role)
  if (!person) throw new Error(`The demonstration has nobody who is ${role}.`)
  const data = { email: emailOf(person), password: demoPassword }
  const answer = await page.request.post(`${url}/api/auth/login`, { data })
  if (!answer.ok()) throw new Error(`Signing in as ${data.email} answered ${answer.status()}.`)
}

/** Makes the call that fills the screen answer as the state wants it. */
async function bring(page: Page, { filledBy }: Screen, state: State): Promise<void> {
  if (!filledBy || state === 'full') return
  await page.route(filledBy.call, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    if (state === 'empty') return route.fulfill({ json: filledBy.empty })
    // A call that is never answered is a screen that loads for ever.
    return state === 'failed' ? route.fulfill({ status: 500, json: {} }) : undefined
  })
}

async function shoot(
  browser: Browser,
  url: string,
  screen: Screen,
  look: { size: Size; theme: Theme; state: State },
): Promise<{ input: Buffer; size: Size }> {
  const { size, theme, state } = look
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    if (screen.role) await signIn(page, url, screen.role)
    await bring(page, screen, state)
    await page.goto(url + screen.path, { waitUntil: state === 'loading' ? 'load' : 'networkidle' })
    await page.getByRole('main').first().waitFor()
    await page.waitForTimeout(600)
    if (state === 'full' && screen.prepare) {
      await screen.prepare(page)
      await page.waitForTimeout(1200)
    }
    const small = { width: Math.round(size.width * shownAt), height: Math.round(size.height * shownAt) }
    const input = await sharp(await page.screenshot())
      .resize(small.width, small.height)
      .png()
      .toBuffer()
    return { input, size: small }
  } finally {
    await context.close()
  }
}

/** Lays the pictures in rows, each as high as its highest. */
async function writeSheet(name: string, rows: { input: Buffer; size: Size }[][]): Promise<void> {
  const placed: { input: Buffer; left: number; top: number }[] = []
  let top = gap
  let width = 0
  for (const row of rows) {
    let left = gap
    for (const { input, size } of row) {
      placed.push({ input, left, top })
      left += size.width + gap
    }
    width = Math.max(width, left)
    top += Math.max(...row.map(({ size }) => size.height)) + gap
  }
  await sharp({ create: { width, height: top, channels: 3, background: '#9097a3' } })
    .composite(placed)
    .webp({ quality: 78 })
    .toFile(join(root, 'docs', 'screens', `${name}.webp`))
}

/** A mail server for the settings to be healthy with. It takes every mail and keeps none. */
async function startMailServer(): Promise<SMTPServer> {
  const mails = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'demo' }),
    logger: false,
  })
  await new Promise<void>((resolve) => mails.listen(0, '127.0.0.1', resolve))
  return mails
}

async function saveMailSettings(browser: Browser, url: string, port: number): Promise<void> {
  const page = await browser.newPage()
  await signIn(page, url, 'super_user')
  const data = {
    host: '127.0.0.1',
    port,
    username: 'support',
    password: demoPassword,
    fromEmail: 'support@example.com',
    replyToEmail: 'support@example.com',
    companyName: 'Northwind IT',
    useSSL: false,
    useTLS: false,
  }
  const answer = await page.request.put(`${url}/api/admin/email-settings`, { data })
  if (!answer.ok()) throw new Error(`Saving the mail settings answered ${answer.status()}.`)
  await page.close()
}

const wanted = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), 'signalbox-screens-'))
const env = readEnv({ DATA_DIR: directory, PORT: '0', REGISTRATION: 'approval' })
const server = await start(env, {
  webRoot: await ensureWebBuilt(),
  prepare: (database, { store }) => seedDemo(database, store, { timeZone: env.TIME_ZONE }),
})
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
const mails = await startMailServer()
try {
  await saveMailSettings(browser, server.url, (mails.server.address() as AddressInfo).port)
  await mkdir(join(root, 'docs', 'screens'), { recursive: true })
  for (const screen of screens) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue
    const rows = []
    for (const theme of themes) {
      const row = []
      for (const size of sizes)
        row.push(await shoot(browser, server.url, screen, { size, theme, state: 'full' }))
      rows.push(row)
    }
    if (screen.filledBy) {
      const row = []
      for (const state of states)
        for (const { size, theme } of stateLooks)
          row.push(await shoot(browser, server.url, screen, { size, theme, state }))
      rows.push(row)
    }
    await writeSheet(screen.name, rows)
    console.log(`docs/screens/${screen.name}.webp`)
  }
} finally {
  await browser.close()
  await server.stop()
  mails.close()
  rmSync(directory, { recursive: true, force: true })
}
