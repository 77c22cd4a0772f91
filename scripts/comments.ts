import { areTooMany, mostPerThousand, relativeComments } from './comment-rule.ts'

const comments = relativeComments()
const { lines, found } = comments
if (areTooMany(comments)) {
  for (const sentence of found) console.error(sentence)
  console.error(
    `More than ${mostPerThousand} of 1,000 comment lines begin with a relative clause. Begin with a verb or a noun.`,
  )
  process.exitCode = 1
}
console.log(`${lines} comment lines read, ${found.length} begin with a relative clause`)
