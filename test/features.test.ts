import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints, features } from '#app/server/features.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { startApp } from '#test/harness.ts'

const names = features.map(({ name }) => name)

test('the server composes every feature there is, in the reading order of the import law', async () => {
  const folders = await readdir(join(import.meta.dirname, '../src/features'))
  expect(names.toSorted()).toEqual(folders.toSorted())
  const law = await import(join(import.meta.dirname, '../.dependency-cruiser.mjs'))
  expect(names).toEqual(law.readingOrder)
})

test('every call that a feature declares is served, and no other', async () => {
  const desk = await startApp()
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
  expect(desk.served.map(nameOf).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
  await desk.close()
})
