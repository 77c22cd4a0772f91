import { runChecks } from './checks.ts'

const { failed } = await runChecks(process.argv.slice(2))
if (failed > 0) process.exitCode = 1
