import { openPglite, migrateDatabase } from '#platform/server/database.ts'
import { seedDemo } from '#demo/seed.ts'
const c = () => { const u = (process as any).threadCpuUsage(); return Math.round((u.user+u.system)/1000) }
console.log('loaded', c())
const db = await openPglite(process.argv[2]); console.log('open', c())
await migrateDatabase(db); console.log('migrated', c())
await seedDemo(db); console.log('seeded', c(), 'all threads', process.cpuUsage())
await db.close()
