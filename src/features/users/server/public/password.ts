import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Dummy hash, so that unknown users take as long. */
const nobody = hash('nobody has this password', cost)

export const hashPassword = (password: string) => hash(password, cost)

/** Takes as long for an absent hash as for a wrong password. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && passwordHash !== null
}
