import type { z } from 'zod'
import type { Work } from '../work.ts'

/** A kind of delivery: its stored form and its description for the desk. */
export interface DeliveryKind<Payload = unknown> {
  /** Name in the database. */
  name: string
  payload: z.ZodType<Payload>
  /** Name of its queue: "Text messages". */
  readonly label: string
  /** Health check of its channel, shared by kinds of that channel. Absent: none. */
  check?: string
  /** True when the desk sees failures; `with-recipient`: only those with a known user. */
  isShownToDesk: boolean | 'with-recipient'
  isMail?: boolean
  /** Reason why this server cannot send this kind. */
  readonly noSender?: string
  describe?(
    payload: Payload,
    user: { mobileNumber: string | null } | null,
  ): { what: string; number: string | null }
}

export interface StoredDelivery {
  /** Also the source of a mail's Message-ID, so that a repetition is recognized. */
  id: string
  kind: string
  userId: string | null
  payload: unknown
  /** Time of the next try; null once it was sent, given up, or obsolete. */
  dueAt: Date | null
  attempts: number
  /** Expiry; null: never. */
  expiresAt: Date | null
  createdAt: Date
}

export interface Delivery<Payload = unknown> extends StoredDelivery {
  payload: Payload
}

export interface Outbox {
  /** Lists due, unexpired deliveries of one kind, oldest first. */
  listDue(kind: string, now: Date, most: number): Promise<StoredDelivery[]>
  /** Leases a delivery until `until`. @returns false when another node has it */
  claim(delivery: Pick<StoredDelivery, 'id' | 'attempts'>, until: Date): Promise<boolean>
  /** Notes a finished delivery. @param isSent false: obsolete @param also is written in the same transaction */
  noteDone(id: string, isSent: boolean, also: (unit: Work) => Promise<void> | undefined): Promise<void>
  /** Notes a failure. @param dueAt time of the retry; null: given up */
  noteFailed(id: string, failure: string, dueAt: Date | null): Promise<void>
}

export interface Sender<Payload = unknown> {
  kind: DeliveryKind<Payload>
  /** Name of one delivery, for the log of the program: "a reply". */
  what: string
  atOnce: number
  /** False while this channel is not configured; due deliveries then wait. */
  isReady(): Promise<boolean>
  /** @returns false for an obsolete delivery @throws {SendFailure} when it was refused; other errors are retried */
  send(delivery: Delivery<Payload>): Promise<boolean>
  /** Runs in the transaction that notes success. */
  noteDone?(unit: Work, delivery: Delivery<Payload>, isSent: boolean): Promise<void>
}

const minuteMs = 60_000
/** Pauses between tries; after the last, the delivery is obsolete. */
export const pausesMs = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * minuteMs)

/** @returns the first due time of a delivery after `attempts` tries */
export const firstDueAt = (dueAt: Date, attempts: number): Date =>
  new Date(dueAt.getTime() - pausesMs.slice(0, attempts).reduce((sum, pauseMs) => sum + pauseMs, 0))

/** Lease of one try; longer than a try can take. */
const leaseMs = 60_000
export const leasedUntil = (now: Date) => new Date(now.getTime() + leaseMs)
