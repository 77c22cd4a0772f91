import fs from 'node:fs'
import path from 'node:path'
import { root } from '../../../scripts/run.ts'

interface Package {
  version: string
}

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

function edit<T>(file: string, change: (content: T) => void): void {
  const content = JSON.parse(fs.readFileSync(file, 'utf8')) as T
  change(content)
  fs.writeFileSync(file, JSON.stringify(content))
}

/**
 * Lays a copy of the program into a folder as its next release may be: a higher version, and a migration that adds columns which this
 * version has never heard of.
 * @returns its version, and the script that starts it
 */
export function layNextVersion(folder: string): { version: string; script: string } {
  for (const part of ['src', 'migrations', 'package.json'])
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  let version = ''
  edit<Package>(path.join(folder, 'package.json'), (content) => {
    const [major = 0, minor = 0] = content.version.split('.').map(Number)
    version = content.version = `${major}.${minor + 1}.0`
  })
  edit<Journal>(path.join(folder, 'migrations/meta/_journal.json'), ({ entries }) => {
    const last = entries.at(-1)!
    const tag = `${String(last.idx + 1).padStart(4, '0')}_next`
    entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
    const added = ['tickets', 'users', 'sessions', 'events', 'deliveries'].map(
      (table) => `ALTER TABLE "${table}" ADD COLUMN "of_the_next" text DEFAULT 'new' NOT NULL;`,
    )
    fs.writeFileSync(path.join(folder, 'migrations', `${tag}.sql`), added.join('--> statement-breakpoint\n'))
  })
  return { version, script: path.join(folder, 'src/app/server/main.ts') }
}
