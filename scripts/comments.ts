import { areTooMany, mostPerThousand, relativeTexts } from './comment-rule.ts'

for (const [kind, texts] of Object.entries(relativeTexts())) {
  const { count, found } = texts
  if (areTooMany(texts)) {
    for (const text of found) console.error(text)
    console.error(
      `More than ${mostPerThousand} of 1,000 ${kind} begin with a relative clause. Begin with a verb or a noun.`,
    )
    process.exitCode = 1
  }
  console.log(`${count} ${kind} read, ${found.length} begin with a relative clause`)
}
