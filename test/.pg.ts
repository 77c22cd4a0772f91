import { startPostgres } from './postgres.ts'
import { spawnSync } from 'node:child_process'
const pg = await startPostgres()
const r = spawnSync('bash', ['/tmp/demo/u.sh'], { stdio: 'inherit', env: { ...process.env, DATABASE_URL: pg.url, APP_SECRET: 'x'.repeat(40) } })
await pg.stop()
