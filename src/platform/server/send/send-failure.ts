/** Something was not taken by the other side. The message is shown to administrators, so it holds nothing that is secret. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  /** Trying again is of no use: the other side does not take this message, or not for this recipient. */
  readonly isForGood: boolean

  constructor(message: string, isForGood = false) {
    super(message)
    this.isForGood = isForGood
  }
}
