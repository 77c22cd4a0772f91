/** Says that a mail has more bytes than are taken, whatever size was announced. */
export class MailTooLarge extends Error {}
