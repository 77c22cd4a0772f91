import { findChromium } from '../../../scripts/chromium.ts'
import { dumpEmptyDatabase } from '#test/empty-database.ts'
import { build } from './build.ts'

/** Runs once before the tests in the browser. */
export default async function setup(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await findChromium()
  await build('web', 'server')
  return dumpEmptyDatabase()
}
