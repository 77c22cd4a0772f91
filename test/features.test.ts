import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deliveryKinds, endpoints, features } from '#app/server/features.ts'
import type { System } from '#features/system/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { startApp } from '#test/harness.ts'

const names = features.map(({ name }) => name)

test('the server composes every feature there is, in the reading order of the import law', async () => {
  const root = join(import.meta.dirname, '../src/features')
  const law: { readingOrder: string[] } = await import(
    join(import.meta.dirname, '../.dependency-cruiser.mjs')
  )
  expect(law.readingOrder.toSorted()).toEqual((await readdir(root)).toSorted())
  expect(names).toEqual(law.readingOrder.filter((name) => existsSync(join(root, name, 'server/feature.ts'))))
})

test('every call that a feature declares is served, and no other', async () => {
  const desk = await startApp()
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
  expect(desk.served.map(nameOf).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
  await desk.close()
})

test('every kind of delivery that the server sends is declared by a feature', async () => {
  const desk = await startApp()
  const root = await desk.signedIn('super_user')
  const { queues } = (await root.get<System>('/api/system')).body
  const declared = deliveryKinds.map(({ name, label }) => ({ kind: name, label }))
  expect(queues.length).toBeGreaterThan(2)
  for (const { kind, label } of queues) expect(declared).toContainEqual({ kind, label })
  await desk.close()
})
