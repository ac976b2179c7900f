export interface QueuedItem<T> {
  readonly due: number;
  readonly item: T;
  /** Dropped ones are skipped, so that nobody has to search for them. */
  dropped: boolean;
}

/** A queue by due time. Items that are due at the same time come out in the order in which they were added. */
export class DueQueue<T> {
  /** The latest first: the earliest is removed from the end. */
  readonly #items: QueuedItem<T>[] = [];

  add(item: T, due: number): QueuedItem<T> {
    const queued: QueuedItem<T> = { due, item, dropped: false };
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#items[middle]?.due ?? due) > due) low = middle + 1;
      else high = middle;
    }
    this.#items.splice(low, 0, queued);
    return queued;
  }

  /** The earliest that was not dropped. */
  first(): QueuedItem<T> | undefined {
    while (this.#items.at(-1)?.dropped) this.#items.pop();
    return this.#items.at(-1);
  }

  takeFirst(): void {
    this.#items.pop();
  }
}
