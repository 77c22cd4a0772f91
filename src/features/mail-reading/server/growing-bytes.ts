const firstBytes = 4096

/** Collects pieces of a file in one stretch of memory, and gives smaller stretches back at once. */
export class GrowingBytes {
  #memory = new ArrayBuffer(0)
  #length = 0

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length
    if (needed > this.#memory.byteLength)
      this.#memory = this.#memory.transfer(
        Math.max(needed, Math.ceil(this.#memory.byteLength * 1.5), firstBytes),
      )
    new Uint8Array(this.#memory).set(piece, this.#length)
    this.#length = needed
  }

  /** Empties it. */
  take(): Buffer<ArrayBuffer> {
    const bytes = Buffer.from(this.#memory.transfer(this.#length))
    this.#memory = new ArrayBuffer(0)
    this.#length = 0
    return bytes
  }
}
