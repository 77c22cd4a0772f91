import { hash, verify } from '@node-rs/argon2'

/** OWASP's minimum for Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash to compare with when there is no such user, so that the answer takes as long. */
const nobody = hash('nobody has this password', cost)

export const hashPassword = (password: string) => hash(password, cost)

/** Whether it is the password of this hash; as slow for an absent hash as for a wrong password. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && passwordHash !== null
}
