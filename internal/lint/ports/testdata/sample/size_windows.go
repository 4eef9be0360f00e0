package sample

const wordSize = "8"
