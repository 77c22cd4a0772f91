import fs from 'node:fs'
import { z } from 'zod'

const file = new URL('../../../../package.json', import.meta.url)
const Package = z.object({
  version: z.string(),
  engines: z.object({ node: z.string().regex(/^>=\d+[.]\d+$/) }),
})

export const readPackageFile = () => Package.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
