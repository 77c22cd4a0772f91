import type { z } from 'zod'
import type { Work } from '../work.ts'

/** A kind of thing that is sent: how it is stored, and what the desk reads of it. */
export interface DeliveryKind<Payload = unknown> {
  /** Under which it is stored. */
  name: string
  payload: z.ZodType<Payload>
  /** Name of its queue: "Text messages". */
  readonly label: string
  /** The health check that tells when it is late; kinds that go the same way share one. Absent: none does. */
  check?: string
  /** Whether the desk sees what could not be sent; `with-recipient`: only where its user is known. */
  isShownToDesk: boolean | 'with-recipient'
  isMail?: boolean
  /** Why nothing of this kind can be sent, where there is no way to. */
  readonly noSender?: string
  /** Name of one delivery, and its number in international form. */
  describe?(
    payload: Payload,
    user: { mobileNumber: string | null } | null,
  ): { what: string; number: string | null }
}

/** Something that is to be sent, as it is stored. */
export interface StoredDelivery {
  /** Also what makes the Message-ID of a mail, so that one sent twice is known as one. */
  id: string
  kind: string
  userId: string | null
  payload: unknown
  /** When sending is tried next; null once it was sent, given up, or needed no more. */
  dueAt: Date | null
  /** How often it was tried before. */
  attempts: number
  /** From then on it is of no use; null: it never ends. */
  expiresAt: Date | null
  createdAt: Date
}

/** The same, with its payload read. */
export interface Delivery<Payload = unknown> extends StoredDelivery {
  payload: Payload
}

/** Where deliveries are stored. */
export interface Outbox {
  /** Lists the deliveries of one kind that are due and not expired, oldest first. */
  listDue(kind: string, now: Date, most: number): Promise<StoredDelivery[]>
  /** Takes one for sending: until `until` no other node tries it. @returns false when another has it */
  claim(delivery: Pick<StoredDelivery, 'id' | 'attempts'>, until: Date): Promise<boolean>
  /**
   * Notes that one needs no more sending.
   * @param isSent false: there was nothing to send any more
   * @param also what is noted in the same transaction
   */
  noteDone(id: string, isSent: boolean, also: (unit: Work) => Promise<void> | undefined): Promise<void>
  /** Notes that one was not taken. @param dueAt when it is tried again; null: it is given up */
  noteFailed(id: string, failure: string, dueAt: Date | null): Promise<void>
}

/** Sends the deliveries of one kind. */
export interface Sender<Payload = unknown> {
  kind: DeliveryKind<Payload>
  /** Name of one delivery, for the log of the program: "a reply". */
  what: string
  /** How many are sent side by side. */
  atOnce: number
  /** Whether there is a way to send at all; while there is none, what is due waits. */
  isReady(): Promise<boolean>
  /**
   * Settles once the other side has taken it.
   * @returns false when there is nothing to send any more
   * @throws {SendFailure} when it was refused; any other error is worth another try
   */
  send(delivery: Delivery<Payload>): Promise<boolean>
  /** Notes the rest when that is done, in the same transaction. */
  noteDone?(unit: Work, delivery: Delivery<Payload>, isSent: boolean): Promise<void>
}

const minuteMs = 60_000
/** The pauses between tries; after the last it is given up, because nobody waits for it any more. */
export const pausesMs = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * minuteMs)

/** @returns when one was first due that has been tried so often and is tried next at `dueAt` */
export const firstDueAt = (dueAt: Date, attempts: number): Date =>
  new Date(dueAt.getTime() - pausesMs.slice(0, attempts).reduce((sum, pauseMs) => sum + pauseMs, 0))

/** How long one try may hold what it sends; longer than it can take. */
const leaseMs = 60_000
/** Until then what is claimed at that moment is held by whoever claimed it. */
export const leasedUntil = (now: Date) => new Date(now.getTime() + leaseMs)
