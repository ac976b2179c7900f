export interface DuePlace<T> {
  readonly due: number;
  readonly item: T;
  /** Dropped places are skipped, so that nobody has to search for them. */
  dropped: boolean;
}

/** A queue by due time. Items that are due at the same time come out in the order in which they were added. */
export class DueQueue<T> {
  /** The latest first: the earliest is removed from the end. */
  readonly #places: DuePlace<T>[] = [];

  add(item: T, due: number): DuePlace<T> {
    const place: DuePlace<T> = { due, item, dropped: false };
    let [low, high] = [0, this.#places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.due ?? due) > due) low = middle + 1;
      else high = middle;
    }
    this.#places.splice(low, 0, place);
    return place;
  }

  /** The earliest place that was not dropped. */
  first(): DuePlace<T> | undefined {
    while (this.#places.at(-1)?.dropped) this.#places.pop();
    return this.#places.at(-1);
  }

  takeFirst(): void {
    this.#places.pop();
  }
}
