import { startApp } from '#test/harness.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'

test('a super user finds the one they look for among two hundred users, clients and products', async ({
  visitor,
}) => {
  const desk = await startApp({ webRoot })
  const url = await desk.listen()
  const { email } = await desk.person('super_user', { firstName: 'Zoe' })
  const count = 'from generate_series(101, 300) n'
  for (const statement of [
    `insert into users (email, first_name, last_name, company_name, search_text)
      select 'many' || n || '@example.com', 'Many', 'Person ' || n, '', 'many person ' || n ${count}`,
    `insert into clients (name, name_search) select 'Company ' || n, 'company ' || n ${count}`,
    `insert into products (name) select 'Product ' || n ${count}`,
  ])
    await desk.database.pool.query(statement)
  const [name = '', value = ''] = (await desk.signIn(email)).cookie.split('=')
  const page = await visitor(url)
  await page.context().addCookies([{ name, value, url }])

  await page.goto('/users')
  const cards = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(cards).toHaveCount(24)
  await expect(page.getByText('Showing 1 to 24 of 201 users')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 25 to 48 of 201 users')).toBeVisible()
  await expect(cards.first()).toContainText('Person 125')
  await page.getByLabel('Search users').fill('person 277')
  await expect(cards).toHaveCount(1)

  for (const [path, what, region] of [
    ['/clients', 'Company', 'Clients'],
    ['/products', 'Product', 'Products'],
  ] as const) {
    await page.goto(path)
    const list = page.getByRole('region', { name: `${region} (200)` })
    await expect(list.getByRole('listitem')).toHaveCount(200)
    await list.getByLabel(`Search ${region.toLowerCase()}`).fill(`${what} 277`)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await list.getByRole('button', { name: `${what} 277`, exact: true }).click()
    await expect(page.getByRole('region', { name: `${what} 277`, exact: true })).toBeVisible()
  }
  await page.goto('about:blank')
  await desk.close()
})
