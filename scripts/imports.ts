import { brokenImports, proveImportRule } from './import-rule.ts'

if (process.argv.includes('--prove')) {
  const { planted, missed } = await proveImportRule()
  console.log(`${planted - missed.length} of ${planted} planted faults caught`)
  for (const what of missed) console.error(`missed: ${what}`)
  if (missed.length > 0) process.exitCode = 1
} else {
  const { modules, broken } = await brokenImports()
  for (const sentence of broken) console.error(sentence)
  console.log(`${modules} modules read, ${broken.length} imports against the rule`)
  if (broken.length > 0) process.exitCode = 1
}
