"""Indexes names in a folder once, then searches for names from standard input.

Reads lines of EIN and name from the file, and a JSON list of names from standard input. Prints a JSON
list with the EINs of the first ten hits and the milliseconds of each search.
"""
import json
import os
import re
import sys
import time

import tantivy

names_file, folder = sys.argv[1:]
builder = tantivy.SchemaBuilder()
builder.add_text_field("ein", stored=True, tokenizer_name="raw")
builder.add_text_field("name")
schema = builder.build()

if not os.path.exists(os.path.join(folder, "meta.json")):
    os.makedirs(folder, exist_ok=True)
    writer = tantivy.Index(schema, path=folder).writer(heap_size=500_000_000, num_threads=1)
    with open(names_file, encoding="utf-8") as lines:
        for line in lines:
            ein, name = line.rstrip("\n").split("\t")
            writer.add_document(tantivy.Document(ein=ein, name=name))
    writer.commit()
    writer.wait_merging_threads()

index = tantivy.Index.open(folder)
index.reload()
searcher = index.searcher()


def to_query(text):
    """Returns any of the words, whole (boosted) or with one edit."""
    clauses = []
    for word in re.findall(r"\w+", text.lower()):
        whole = tantivy.Query.term_query(schema, "name", word)
        clauses.append((tantivy.Occur.Should, tantivy.Query.boost_query(whole, 2.0)))
        if len(word) > 3:
            near = tantivy.Query.fuzzy_term_query(schema, "name", word, distance=1)
            clauses.append((tantivy.Occur.Should, near))
    return tantivy.Query.boolean_query(clauses)


def search(text):
    started = time.perf_counter()
    hits = searcher.search(to_query(text), limit=10, count=False).hits
    eins = [searcher.doc(address)["ein"][0] for _, address in hits]
    return {"eins": eins, "ms": (time.perf_counter() - started) * 1000}


wanted = json.load(sys.stdin)
for text in wanted:
    search(text)
print(json.dumps([search(text) for text in wanted]))
