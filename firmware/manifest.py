# What every image carries. No opt= here: it would strip the asserts, and they ship.
module("boot.py")
module("main.py")
package("shaker")
