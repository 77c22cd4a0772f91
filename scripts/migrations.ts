import { brokenMigrations } from './migration-rule.ts'

const { read, broken } = brokenMigrations()
for (const sentence of broken) console.error(sentence)
if (broken.length > 0) {
  console.error(
    'Old and new nodes serve one database side by side while a version is deployed: a migration only adds. Drop in the release after the one that needs it no more, or name the migration with a reason in scripts/migration-rule.ts.',
  )
  process.exitCode = 1
}
console.log(`${read} migrations read, ${broken.length} faults`)
