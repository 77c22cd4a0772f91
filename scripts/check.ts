import { checkNames, runChecks } from './checks.ts'

const only = process.argv.slice(2)
const strange = only.find((name) => !checkNames.includes(name))
if (strange === undefined) {
  const { failed } = await runChecks(only)
  if (failed > 0) process.exitCode = 1
} else {
  console.error(`There is no check "${strange}". There are: ${checkNames.join(', ')}.`)
  process.exitCode = 1
}
