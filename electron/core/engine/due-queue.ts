/** A place in the queue; it can be given up without searching for it. */
export interface DuePlace<T> {
  readonly due: number;
  readonly item: T;
  readonly order: number;
  dropped: boolean;
}

/** A binary heap by due time; what is due at the same time comes out in the order in which it went in. */
export class DueQueue<T> {
  readonly #heap: DuePlace<T>[] = [];
  #order = 0;

  add(item: T, due: number): DuePlace<T> {
    const place: DuePlace<T> = { due, item, order: this.#order++, dropped: false };
    this.#heap.push(place);
    this.#rise(this.#heap.length - 1);
    return place;
  }

  /** The earliest place that was not dropped. */
  first(): DuePlace<T> | undefined {
    while (this.#heap[0]?.dropped) this.takeFirst();
    return this.#heap[0];
  }

  takeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(start: number): void {
    let at = start;
    for (;;) {
      const left = 2 * at + 1;
      const right = left + 1;
      const child = right < this.#heap.length && this.#isEarlier(right, left) ? right : left;
      if (child >= this.#heap.length || !this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #isEarlier(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (!first || !second) return false;
    return first.due < second.due || (first.due === second.due && first.order < second.order);
  }

  #swapIfEarlier(a: number, b: number): boolean {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (!first || !second || !this.#isEarlier(a, b)) return false;
    this.#heap[a] = second;
    this.#heap[b] = first;
    return true;
  }
}
