import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './processes/free-port.ts'

const run = promisify(execFile)

async function findProgram(): Promise<string | undefined> {
  for (const folder of ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin', '/usr/bin']) {
    const file = path.join(folder, 'dovecot')
    if (
      await fs.access(file).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return undefined
}

async function install(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], { env })
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'dovecot-imapd'], { env })
  } catch {
    return undefined
  }
  return findProgram()
}

let found: Promise<string | undefined> | undefined
/** Finds Dovecot, or installs it from Debian where this process may. @returns its path; undefined where there is none */
export const findDovecot = (): Promise<string | undefined> =>
  (found ??= findProgram().then((program) => program ?? install()))

async function untilItListens(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = net.connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('Dovecot does not listen')
}

/** Dovecot reads mails as another user than root. */
async function ownerOfMails(): Promise<{ uid: number; gid: number; settings: string }> {
  const { username, uid, gid } = os.userInfo()
  if (uid !== 0) {
    const { stdout: group } = await run('id', ['-gn'])
    const names = `default_internal_user = ${username}\ndefault_internal_group = ${group.trim()}\n`
    return { uid, gid, settings: `${names}default_login_user = ${username}` }
  }
  const idOf = async (flag: string) => Number((await run('id', [flag, 'dovecot'])).stdout)
  const [ofMails, ofGroup] = [await idOf('-u'), await idOf('-g')]
  return { uid: ofMails, gid: ofGroup, settings: `first_valid_uid = ${ofMails}` }
}

/** IMAP server of one user, whose password is `secret`; the user `token` signs in by OAuth2. */
export interface Dovecot {
  port: number
  user: string
  /** Puts a mail into a folder, as another program would, or as somebody has read it there. @returns after it is there */
  deliver(raw: string | Buffer, folder?: string, isRead?: boolean): Promise<void>
  /** Puts a mail that the server cannot read into a folder. */
  deliverDamaged(raw: string, folder?: string): Promise<void>
  /** Counts the mails of a folder. @param onlySeen those that are marked as read */
  count(folder?: string, onlySeen?: boolean): Promise<number>
  createFolder(name: string): Promise<void>
  /** Lets the server put nothing into a folder any more. */
  closeFolder(name: string): Promise<void>
  /** Gives INBOX another UIDVALIDITY. */
  renumber(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @param introspection address that says of an access token whose it is (RFC 7662) */
export async function startDovecot(program: string, introspection?: string): Promise<Dovecot> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'dovecot-'))
  const port = await freePort()
  const owner = await ownerOfMails()
  await fs.chmod(home, 0o755)
  const user = 'support@desk.test'
  const maildir = path.join(home, 'mail')
  await fs.writeFile(path.join(home, 'users'), `${user}:{PLAIN}secret:${owner.uid}:${owner.gid}::${home}::\n`)
  await fs.writeFile(
    path.join(home, 'oauth2.conf'),
    `introspection_mode = post\nintrospection_url = ${introspection ?? 'http://127.0.0.1:9'}\nusername_attribute = username\nactive_attribute = active\nactive_value = true\n`,
  )
  await fs.writeFile(
    path.join(home, 'dovecot.conf'),
    `
base_dir = ${home}/run
state_dir = ${home}/state
log_path = ${home}/log
${owner.settings}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login xoauth2 oauthbearer
mail_location = maildir:${maildir}
mail_max_userip_connections = 50
mailbox_idle_check_interval = 1 s
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${home}/oauth2.conf
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${home}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${home}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  )
  let server: ReturnType<typeof spawn> | undefined
  async function start() {
    server = spawn(program, ['-F', '-c', path.join(home, 'dovecot.conf')], { stdio: 'ignore' })
    await untilItListens(port)
  }
  async function halt() {
    if (!server || server.exitCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
  }
  const folderOf = (name: string) => (name === 'INBOX' ? maildir : path.join(maildir, `.${name}`))
  async function createFolder(name: string) {
    for (const part of ['', 'cur', 'new', 'tmp']) {
      const folder = path.join(folderOf(name), part)
      await fs.mkdir(folder, { recursive: true })
      await fs.chown(folder, owner.uid, owner.gid)
    }
  }
  await createFolder('INBOX')
  await start()

  let delivered = 0
  const nextName = () => `${Date.now()}.M${++delivered}.test`
  return {
    port,
    user,
    createFolder,
    async closeFolder(name) {
      for (const part of ['cur', 'new', 'tmp']) {
        const folder = path.join(folderOf(name), part)
        if (process.getuid?.() === 0) await fs.chown(folder, 0, 0)
        await fs.chmod(folder, 0o555)
      }
    },
    async deliver(raw, folder = 'INBOX', isRead = false) {
      const name = nextName()
      const place = folderOf(folder)
      await fs.writeFile(path.join(place, 'tmp', name), raw)
      await fs.chown(path.join(place, 'tmp', name), owner.uid, owner.gid)
      const there = isRead ? path.join('cur', `${name}:2,S`) : path.join('new', name)
      await fs.rename(path.join(place, 'tmp', name), path.join(place, there))
    },
    deliverDamaged: (raw, folder = 'INBOX') =>
      fs.writeFile(path.join(folderOf(folder), 'new', nextName()), raw, { mode: 0 }),
    async count(folder = 'INBOX', onlySeen = false) {
      const names = (
        await Promise.all(['cur', 'new'].map((part) => fs.readdir(path.join(folderOf(folder), part))))
      ).flat()
      return names.filter((name) => !onlySeen || /:2,\w*S/.test(name)).length
    },
    async renumber() {
      await halt()
      for (const name of await fs.readdir(maildir))
        if (name.startsWith('dovecot')) await fs.rm(path.join(maildir, name), { recursive: true })
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await start()
    },
    async restart() {
      await halt()
      await start()
    },
    async stop() {
      await halt()
      await fs.rm(home, { recursive: true, force: true })
    },
  }
}
