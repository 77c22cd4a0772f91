import type { Page } from '@playwright/test'
import { violationsOf } from '#test/browser/axe.ts'
import { roles, type Role } from '#features/users/contract.ts'
import { expect, test } from '#test/browser/desk.ts'

interface Screen {
  heading: string
  title: string
  /** Another text of it. */
  says?: string
}

const forAdministrators = 'You need admin privileges to access this page.'
const screens = {
  mine: { heading: 'My Tickets', title: 'My Tickets · Signalbox' },
  all: { heading: 'Tickets', title: 'Tickets · Signalbox' },
  portal: { heading: 'Client Support Portal', title: 'Support Portal · Signalbox' },
  supers: { heading: 'Super User Dashboard', title: 'Dashboard · Signalbox' },
  helpdesks: { heading: 'Helpdesk Dashboard', title: 'Dashboard · Signalbox' },
  users: { heading: 'User Management', title: 'User Management · Signalbox' },
  clients: { heading: 'Client Management', title: 'Client Management · Signalbox' },
  products: { heading: 'Product Management', title: 'Product Management · Signalbox' },
  mails: { heading: 'Email Management', title: 'Email Management · Signalbox' },
  mailSettings: { heading: 'Email Settings', title: 'Email Settings · Signalbox' },
  audit: { heading: 'Audit Log', title: 'Audit Log · Signalbox' },
  imports: { heading: 'Import', title: 'Import · Signalbox' },
  deskSettings: { heading: 'Desk Settings', title: 'Desk Settings · Signalbox' },
  retention: { heading: 'Retention', title: 'Retention · Signalbox' },
  system: { heading: 'System', title: 'System · Signalbox' },
  deleted: { heading: 'Deleted', title: 'Deleted · Signalbox' },
  profile: { heading: 'Profile Settings', title: 'Profile Settings · Signalbox' },
  noMails: { heading: 'Access Denied', title: 'Email Management · Signalbox', says: forAdministrators },
  noMailSettings: { heading: 'Access Denied', title: 'Email Settings · Signalbox', says: forAdministrators },
  noAudit: { heading: 'Access Denied', title: 'Audit Log · Signalbox', says: forAdministrators },
  noImports: { heading: 'Access Denied', title: 'Import · Signalbox', says: forAdministrators },
  noRetention: { heading: 'Access Denied', title: 'Retention · Signalbox', says: forAdministrators },
  noDeleted: {
    heading: 'Access Denied',
    title: 'Deleted · Signalbox',
    says: 'Only helpdesk and super users can restore deleted items.',
  },
  noSystem: { heading: 'Access Denied', title: 'System · Signalbox', says: forAdministrators },
  noUsers: { heading: 'Access Denied', title: 'User Management · Signalbox', says: forAdministrators },
  noClients: { heading: 'Access Denied', title: 'Client Management · Signalbox', says: forAdministrators },
  noProducts: {
    heading: 'Access Denied',
    title: 'Product Management · Signalbox',
    says: 'You need admin or helpdesk privileges to access this page.',
  },
  nowhere: { heading: '404 Page Not Found', title: 'Page not found · Signalbox' },
} satisfies Record<string, Screen>
type Arrival = [address: string, screen: keyof typeof screens]

const portal: Arrival = ['/client-portal', 'portal']
const staffArrivals: Record<string, Arrival> = {
  '/tickets': ['/tickets', 'all'],
  '/kanban': ['/tickets', 'all'],
  '/kanban?view=board': ['/tickets?view=board', 'all'],
}
const denied: Record<string, Arrival> = {
  '/users': ['/users', 'noUsers'],
  '/clients': ['/clients', 'noClients'],
  '/products': ['/products', 'noProducts'],
  '/email-management': ['/email-management', 'noMails'],
  '/email-settings': ['/email-settings', 'noMailSettings'],
  '/admin/email-settings': ['/admin/email-settings', 'noMailSettings'],
  '/audit': ['/audit', 'noAudit'],
  '/import': ['/import', 'noImports'],
  '/retention': ['/retention', 'noRetention'],
  '/system': ['/system', 'noSystem'],
  '/deleted': ['/deleted', 'noDeleted'],
}
const products: Record<string, Arrival> = {
  '/products': ['/products', 'products'],
  '/deleted': ['/deleted', 'deleted'],
}
const arrivals: Record<Role, Record<string, Arrival>> = {
  client: {
    '/dashboard': portal,
    '/tickets': portal,
    '/kanban': portal,
    '/kanban?view=board': portal,
    '/client-portal': portal,
    ...denied,
  },
  internal: {
    ...staffArrivals,
    '/dashboard': ['/tickets', 'all'],
    '/client-portal': ['/tickets', 'all'],
    ...denied,
  },
  helpdesk: {
    ...staffArrivals,
    '/dashboard': ['/dashboard', 'helpdesks'],
    '/client-portal': ['/', 'mine'],
    ...denied,
    ...products,
  },
  super_user: {
    ...staffArrivals,
    '/dashboard': ['/dashboard', 'supers'],
    '/client-portal': ['/', 'mine'],
    '/users': ['/users', 'users'],
    '/clients': ['/clients', 'clients'],
    '/email-management': ['/email-management', 'mails'],
    '/email-settings': ['/email-settings', 'mailSettings'],
    '/admin/email-settings': ['/admin/email-settings', 'mailSettings'],
    '/audit': ['/audit', 'audit'],
    '/import': ['/import', 'imports'],
    '/retention': ['/retention', 'retention'],
    '/desk-settings': ['/desk-settings', 'deskSettings'],
    '/system': ['/system', 'system'],
    ...products,
  },
}
const nowhere = ['/nope', '/tickets/nope']

const links: Record<Role, string[]> = {
  client: ['My Tickets', 'Support Portal'],
  internal: ['My Tickets', 'Tickets'],
  helpdesk: ['My Tickets', 'Dashboard', 'Tickets'],
  super_user: ['My Tickets', 'Dashboard', 'Tickets'],
}
const managed: Record<Role, string[]> = {
  client: [],
  internal: [],
  helpdesk: ['Product Management', 'Deleted'],
  super_user: [
    'User Management',
    'Client Management',
    'Product Management',
    'Email Management',
    'Email Settings',
    'System',
  ],
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** Leaves out the entry that comes and goes with other tests' mails. */
const mainLinks = (page: Page) => navigation(page).getByRole('link').filter({ hasNotText: 'Unsorted Mail' })
const management = (page: Page) => page.getByRole('navigation', { name: 'Manage' })

/** To another address without loading the page again. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

for (const [turn, role] of roles.entries())
  test(`a ${role} who opens any address gets its screen, or the one for them, or is told there is none`, async ({
    person,
  }) => {
    const { page, name } = await person(role)
    await expect(mainLinks(page)).toHaveText(links[role])
    await expect(management(page).getByRole('link')).toHaveText(managed[role])
    await expect(page.getByRole('button', { name })).toContainText(role.replace('_', ' '))
    const table: Record<string, Arrival> = {
      '/': ['/', 'mine'],
      '/my-tickets': ['/my-tickets', 'mine'],
      '/profile': ['/profile', 'profile'],
      ...arrivals[role],
      ...Object.fromEntries(nowhere.map((path): [string, Arrival] => [path, [path, 'nowhere']])),
    }
    for (const [place, [path, [address, screen]]] of Object.entries(table).entries()) {
      // Every third by itself, others for each role; the rest as by the browser's Back.
      if ((place + turn) % 3 === 0) await page.goto(path, { waitUntil: 'commit' })
      else await goWithin(page, path)
      const { heading, title, says }: Screen = screens[screen]
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
      await expect(page, path).toHaveURL(address)
      await expect(page, path).toHaveTitle(title)
      if (says) await expect(page.getByText(says), path).toBeVisible()
    }
  })

test('a person finds where they are in the sidebar, goes on from there, and the focus follows', async ({
  person,
}) => {
  const { page } = await person('helpdesk', { path: '/nope' })
  await expect(navigation(page).locator('[aria-current=page]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Go to My Tickets' }).click()
  await expect(page).toHaveURL('/')
  await expect(navigation(page).locator('[aria-current=page]')).toHaveText('My Tickets')
  await navigation(page).getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  await expect(navigation(page).locator('[aria-current=page]')).toHaveText('Tickets')
  await expect(page.getByRole('main')).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Tickets', level: 1 })).toBeVisible()
})

test('a person who collapses the sidebar finds it collapsed after a reload, and Ctrl+B brings it back', async ({
  person,
}) => {
  const { page } = await person('internal')
  const sidebar = page.getByRole('banner')
  const width = () => sidebar.evaluate((element) => element.getBoundingClientRect().width)
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  const expanded = await width()
  expect(expanded).toBe(232)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect.poll(width).toBe(56)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect.poll(width).toBe(56)
  await expect(navigation(page).getByRole('link', { name: 'Tickets', exact: true })).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
  await expect.poll(width).toBe(expanded)
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
})

test('the screens of System are tabs of one place, each at its address, by mouse and by keys', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/audit?type=auth.signed_in' })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const names = ['System', 'Desk Settings', 'Audit Log', 'Deleted', 'Import', 'Retention']
  await expect(page.getByRole('tablist', { name: 'System' }).getByRole('tab')).toHaveText(names)
  await expect(tab('Audit Log')).toHaveAttribute('aria-selected', 'true')
  await expect(management(page).locator('[aria-current=page]')).toHaveText('System')
  expect(await violationsOf(page)).toEqual([])

  await tab('Audit Log').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/deleted')
  await expect(heading).toHaveText('Deleted')
  await expect(page.getByRole('tabpanel', { name: 'Deleted' })).toBeVisible()
  await expect(tab('Deleted')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page).toHaveURL('/system')
  await expect(page).toHaveTitle('System · Signalbox')
  await expect(tab('System')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL('/retention')
  await tab('Desk Settings').click()
  await expect(heading).toHaveText('Desk Settings')
  await page.goBack()
  await expect(heading).toHaveText('Retention')
  await expect(tab('Retention')).toHaveAttribute('aria-selected', 'true')
  await management(page).getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveURL('/system')

  const { page: desk } = await person('helpdesk', { path: '/deleted' })
  await expect(management(desk).locator('[aria-current=page]')).toHaveText('Deleted')
  await expect(desk.getByRole('tab')).toHaveCount(0)
})

test('a person folds what they never manage, but sees where they are, and finds it folded again', async ({
  person,
}) => {
  const { page } = await person('super_user', { path: '/users' })
  const fold = page.getByRole('button', { name: 'Manage', exact: true })
  await expect(fold).toHaveAttribute('aria-expanded', 'true')
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(management(page).getByRole('link')).toHaveText(['User Management'])
  expect(await violationsOf(page)).toEqual([])
  await page.reload()
  await expect(management(page).getByRole('link')).toHaveText(['User Management'])
  await navigation(page).getByRole('link', { name: 'My Tickets' }).click()
  await expect(management(page).getByRole('link')).toHaveCount(0)
  // The narrow sidebar has icons and no caption to unfold them by.
  await page.keyboard.press('Control+b')
  await expect(management(page).getByRole('link')).toHaveText(managed.super_user)
  await expect(fold).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await fold.click()
  await expect(management(page).getByRole('link')).toHaveText(managed.super_user)
})

test('a person at the keyboard skips the navigation', async ({ person }) => {
  const { page } = await person('client', { path: '/client-portal' })
  await expect(page.getByRole('heading', { name: 'Client Support Portal' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Subject', { exact: true })).toBeFocused()
})

test('a person with a phone finds the navigation behind a button', async ({ person }) => {
  const { page, name } = await person('super_user')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(navigation(page)).toHaveCount(0)
  const opener = page.getByRole('button', { name: 'Open menu' })
  await opener.click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(mainLinks(page)).toHaveText(links.super_user)
  await expect(menu.getByRole('navigation', { name: 'Ticket views' })).toBeVisible()
  await expect(management(page).getByRole('link')).toHaveText(managed.super_user)
  await expect(menu.getByRole('button', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(opener).toBeFocused()
  await opener.click()
  await menu.getByRole('link', { name: 'Tickets', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('a person chooses a theme that is still there after a reload', async ({ person }) => {
  const { page, name } = await person('client')
  const shown = page.locator('html')
  await expect(shown).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect(shown).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(shown).toHaveAttribute('data-theme', 'dark')
})
