/** A refused delivery. The message is shown to administrators, so it holds no secret. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  /** True when a retry is useless: the message or recipient is refused. */
  readonly isForGood: boolean

  constructor(message: string, isForGood = false) {
    super(message)
    this.isForGood = isForGood
  }
}
